import { replayFilterRule, switchFilterRule } from '@saathi/contract/chat/filter-calls'
import type { FilterRule } from '@saathi/contract/chat/filter'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Note } from '#core/ui/note.tsx'
import { ConfirmFirst } from '../kit/confirm-first.tsx'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './filter.module.css'
import { useFilterAct } from './filter-queries.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { SamplesDialog } from './samples-dialog.tsx'

type FilterRulesProps = { projectId: number; rules: readonly FilterRule[]; isOff: boolean }

export function FilterRules({ projectId, rules, isOff }: FilterRulesProps) {
  const t = useText()
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={css.page} aria-labelledby="own-rules">
      <h2 id="own-rules">{t('staff.filter.rules')}</h2>
      <p className={css.meta}>{t('staff.filter.rulesText')}</p>
      {isOff && rules.some(({ activeVersion }) => activeVersion !== null) && (
        <Note tone="warn">{t('staff.filter.rulesRest')}</Note>
      )}
      {rules.length === 0 && <p>{t('staff.filter.noRules')}</p>}
      <ul className={css.list}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <RuleCard projectId={projectId} rule={rule} />
          </li>
        ))}
      </ul>
      <p>
        <Button kind="line" onClick={() => setAdding(true)}>
          {t('staff.filter.addRule')}
        </Button>
      </p>
      {isAdding && <RuleDialog projectId={projectId} rule={null} onClose={() => setAdding(false)} />}
    </section>
  )
}

type Open = 'change' | 'samples' | 'on' | 'off' | null

function RuleCard({ projectId, rule }: { projectId: number; rule: FilterRule }) {
  const t = useText()
  const [open, setOpen] = useState<Open>(null)
  const replaying = useFilterAct(projectId, replayFilterRule)
  const { id, name, version, patterns, activeVersion, replay } = rule
  const close = () => setOpen(null)
  const state = activeVersion === null ? 'off' : activeVersion === version ? 'on' : 'outdated'
  return (
    <Card>
      <div className={css.row}>
        <h3 className={css.grow}>{name}</h3>
        <Chip tone={activeVersion === null ? undefined : 'ok'}>
          {t(`staff.filter.state.${state}`, { version: activeVersion ?? version })}
        </Chip>
      </div>
      <ul className={css.chips} aria-label={t('staff.filter.patterns')}>
        {patterns.map((pattern) => (
          <li key={pattern}>
            <code dir="auto">{pattern}</code>
          </li>
        ))}
      </ul>
      <p className={css.meta}>
        {replay
          ? t('staff.filter.replayed', { found: replay.found, checked: replay.checked })
          : t('staff.filter.notReplayed', { version })}
      </p>
      {replay?.isTooWide && <Note tone="bad">{t('staff.filter.tooWide')}</Note>}
      <RefusalNote error={replaying.error} />
      <div className={css.acts}>
        <Button
          kind="line"
          size="sm"
          busy={replaying.isPending}
          busyLabel={t('staff.busy')}
          onClick={() => !replaying.isPending && replaying.mutate({ params: { id }, body: { version } })}
        >
          {t('staff.filter.replay')}
        </Button>
        {replay && replay.found > 0 && (
          <Button kind="quiet" size="sm" onClick={() => setOpen('samples')}>
            {t('staff.filter.samples')}
          </Button>
        )}
        {activeVersion !== version && (
          <Button kind="line" size="sm" disabled={!replay || replay.isTooWide} onClick={() => setOpen('on')}>
            {t('staff.filter.switchOn')}
          </Button>
        )}
        {activeVersion !== null && (
          <Button kind="quiet" size="sm" onClick={() => setOpen('off')}>
            {t('staff.filter.switchOff')}
          </Button>
        )}
        <Button kind="quiet" size="sm" onClick={() => setOpen('change')}>
          {t('staff.filter.change')}
        </Button>
      </div>
      <ConfirmFirst action={replaying} />
      {open === 'change' && <RuleDialog projectId={projectId} rule={rule} onClose={close} />}
      {open === 'samples' && <SamplesDialog rule={rule} onClose={close} />}
      {(open === 'on' || open === 'off') && (
        <SwitchDialog projectId={projectId} rule={rule} isActive={open === 'on'} onClose={close} />
      )}
    </Card>
  )
}

type SwitchDialogProps = { projectId: number; rule: FilterRule; isActive: boolean; onClose: () => void }

function SwitchDialog({ projectId, rule: { id, name, version }, isActive, onClose }: SwitchDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const turning = useFilterAct(projectId, switchFilterRule, onClose)
  return (
    <FormDialog
      action={turning}
      title={name}
      text={t(isActive ? 'staff.filter.onText' : 'staff.filter.offText')}
      button={t(isActive ? 'staff.filter.switchOn' : 'staff.filter.switchOff')}
      onClose={onClose}
      onSubmit={() => turning.mutate({ params: { id }, body: { version, isActive, reason } })}
    >
      <ReasonField value={reason} onChange={setReason} help={t('staff.filter.reasonHelp')} />
    </FormDialog>
  )
}
