import type { Permission } from '@saathi/contract/accounts/entities'
import { BulkFeature, type BulkKind, isMailed } from '@saathi/contract/staff/bulk-calls'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close, down } from '#core/ui/icons.ts'
import { Menu, MenuItem } from '#core/ui/overlay/menu.tsx'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import css from './bulk.module.css'
import { type NewBulkAct, usePrepareBulkAct } from './queries.ts'

/** People chosen one by one, or everyone the filter had found when it was read. */
export type Choice = { ids: ReadonlySet<number>; all: { total: number; readAt: string } | null }
export const nobody: Choice = { ids: new Set(), all: null }

type BulkBarProps = {
  choice: Choice
  /** The current result of the filter. */
  found: { total: number; readAt: string }
  filter: Omit<NonNullable<NewBulkAct['filter']>, 'readAt'>
  /** The people on this page. On a phone the table has no heading with a checkbox for all of them. */
  pageIds: readonly number[]
  onChoose: (choice: Choice) => void
}

const kinds: readonly BulkKind[] = ['invite', 'feature', 'sign_out', 'block', 'unblock']

/** Says exactly who is chosen, and what can be done to them. */
export function BulkBar({ choice, found, filter, pageIds, onChoose }: BulkBarProps) {
  const t = useText()
  const language = useLanguage()
  const [kind, setKind] = useState<BulkKind | null>(null)
  const { ids, all } = choice
  const chosen = all ? { filter: { ...filter, readAt: all.readAt } } : { personIds: [...ids] }
  return (
    <section className={css.bar} aria-label={t('staff.bulk.chosen')}>
      <p className={css.grow}>
        <b role="status">{all ? t('staff.bulk.all', { count: all.total }) : t('staff.bulk.some', { count: ids.size })}</b>
        {all && <small>{t('staff.bulk.allText', { at: dayAndTime(all.readAt, language) })}</small>}
      </p>
      <Menu
        side="top"
        trigger={
          <Button size="sm" className={css.primary}>
            {t('staff.bulk.act')} <Icon of={down} size={16} />
          </Button>
        }
      >
        {kinds.map((each) => (
          <MenuItem key={each} danger={each === 'block'} onSelect={() => setKind(each)}>
            {t(`staff.bulk.kind.${each}`)}
          </MenuItem>
        ))}
      </Menu>
      {!all && pageIds.some((id) => !ids.has(id)) && (
        <Button size="sm" onClick={() => onChoose({ ids: new Set([...ids, ...pageIds]), all: null })}>
          {t('staff.bulk.wholePage', { count: pageIds.length })}
        </Button>
      )}
      {all ? (
        <Button size="sm" onClick={() => onChoose({ ids, all: null })}>
          {t('staff.bulk.only', { count: ids.size })}
        </Button>
      ) : (
        found.total > ids.size && (
          <Button size="sm" onClick={() => onChoose({ ids, all: found })}>
            {t('staff.bulk.chooseAll', { count: found.total })}
          </Button>
        )
      )}
      <IconButton icon={close} label={t('staff.bulk.clear')} onClick={() => onChoose(nobody)} />
      {kind && <PrepareDialog kind={kind} chosen={chosen} onClose={() => setKind(null)} />}
    </section>
  )
}

const permissions: readonly Permission[] = ['use', 'show', 'off']

type PrepareDialogProps = { kind: BulkKind; chosen: Pick<NewBulkAct, 'personIds' | 'filter'>; onClose: () => void }

/** Prepares the act without starting it: the next page first lists whom it will reach. */
function PrepareDialog({ kind, chosen, onClose }: PrepareDialogProps) {
  const t = useText()
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const [feature, setFeature] = useState<BulkFeature>('session')
  const [permission, setPermission] = useState<Permission>('use')
  const preparing = usePrepareBulkAct(({ id }) => void navigate({ to: '/staff/bulk/$actId', params: { actId: String(id) } }))
  const isFeature = kind === 'feature'
  return (
    <FormDialog
      action={preparing}
      title={t(`staff.bulk.kind.${kind}`)}
      text={t(isMailed(kind) ? 'staff.bulk.prepareMailed' : 'staff.bulk.prepareText')}
      button={t('staff.bulk.prepare')}
      onClose={onClose}
      onSubmit={() => preparing.mutate({ kind, reason, ...chosen, ...(isFeature && { feature, permission }) })}
    >
      {isFeature && (
        <>
          <Field label={t('staff.bulk.feature')}>
            <Select value={feature} onChange={({ target }) => setFeature(BulkFeature.parse(target.value))}>
              {BulkFeature.options.map((each) => (
                <option key={each} value={each}>
                  {t(`staff.feature.${each}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('staff.bulk.permission')}>
            <Select
              value={permission}
              onChange={({ target }) => setPermission(permissions.find((each) => each === target.value) ?? 'use')}
            >
              {permissions.map((each) => (
                <option key={each} value={each}>
                  {t(`staff.permission.${each}`)}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
