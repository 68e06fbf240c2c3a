import type { WorkItem } from '@saathi/contract/worklist/entities'
import { MAX_SNOOZE_DAYS } from '@saathi/contract/worklist/rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { useNow } from '#core/use-now.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { colleaguesQuery, useAssign, useSnooze } from './queries.ts'
import { dayAfter } from './days.ts'

type ItemDialogProps = { item: WorkItem; title: string; onClose: () => void }

const NOBODY = ''

export function AssignDialog({ item, title, onClose }: ItemDialogProps) {
  const t = useText()
  const colleagues = useQuery(colleaguesQuery)
  const [personId, setPersonId] = useState(item.owner ? String(item.owner.id) : NOBODY)
  const assign = useAssign(item.id, onClose)
  return (
    <FormDialog
      action={assign}
      title={t('staff.today.assignTitle', { name: title })}
      text={t('staff.today.assignText')}
      button={t('staff.today.assign')}
      onClose={onClose}
      onSubmit={() => assign.mutate(personId === NOBODY ? null : Number(personId))}
    >
      <Field label={t('staff.today.colleague')}>
        <Select value={personId} onChange={({ target }) => setPersonId(target.value)}>
          <option value={NOBODY}>{t('staff.today.team')}</option>
          {(colleagues.data ?? [])
            .filter(({ hasLeft }) => !hasLeft)
            .map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

const USUAL_DAYS = 7

/** Ending a snooze needs neither a day nor a reason. */
export function SnoozeDialog({ item, title, onClose }: ItemDialogProps) {
  const t = useText()
  const now = useNow()
  const [until, setUntil] = useState(dayAfter(now, USUAL_DAYS))
  const [reason, setReason] = useState('')
  const snooze = useSnooze(item.id, onClose)
  if (item.snoozed)
    return (
      <FormDialog
        action={snooze}
        title={t('staff.today.wakeTitle', { name: title })}
        button={t('staff.today.wake')}
        onClose={onClose}
        onSubmit={() => snooze.mutate({ until: null, reason: '' })}
      />
    )
  return (
    <FormDialog
      action={snooze}
      title={t('staff.today.snoozeTitle', { name: title })}
      text={t('staff.today.snoozeText')}
      button={t('staff.today.snooze')}
      onClose={onClose}
      onSubmit={() => snooze.mutate({ until, reason })}
    >
      <Field label={t('staff.today.until')} required>
        <TextInput
          type="date"
          required
          value={until}
          min={dayAfter(now, 1)}
          max={dayAfter(now, MAX_SNOOZE_DAYS)}
          onChange={({ target }) => setUntil(target.value)}
        />
      </Field>
      <Field label={t('staff.reason.label')} help={t('staff.today.reasonHelp')} required>
        <TextInput value={reason} minLength={3} maxLength={200} required onChange={({ target }) => setReason(target.value)} />
      </Field>
    </FormDialog>
  )
}
