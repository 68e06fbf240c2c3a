import type { Retention } from '@saathi/contract/staff/settings-calls'
import { type SubmitEvent, useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { useSetRetention } from './queries.ts'
import css from './settings.module.css'

/** How long each kind of data is stored, and when its job last deleted what is older. */
export function RetentionTable({ rows }: { rows: readonly Retention[] }) {
  const t = useText()
  return (
    <Card>
      <h2>{t('staff.settings.retention')}</h2>
      <p className={css.hint}>{t('staff.settings.retentionText')}</p>
      <ul className={css.list}>
        {rows.map((row) => (
          <li key={row.kind}>
            <Kind row={row} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Kind({ row: { kind, days, least: minDays, most: maxDays, lastRunAt } }: { row: Retention }) {
  const t = useText()
  const language = useLanguage()
  const [typed, setTyped] = useState(String(days))
  const setting = useSetRetention(() => showToast({ text: t('staff.settings.saved') }))
  const name = t(`staff.retention.${kind}`)
  const isFixed = minDays === maxDays

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!setting.isPending) setting.mutate({ kind, days: Number(typed) })
  }

  return (
    <form className={css.row} onSubmit={handleSubmit} aria-label={name}>
      <span className={css.grow}>
        <b>{name}</b>
        <small className={css.hint}>
          {lastRunAt === null
            ? t('staff.settings.neverRun')
            : t('staff.settings.lastRun', { at: dayAndTime(lastRunAt, language) })}
        </small>
      </span>
      {isFixed ? (
        <span>{t('staff.settings.days', { count: days })}</span>
      ) : (
        <>
          <Field label={t('staff.settings.daysBetween', { least: minDays, most: maxDays })}>
            <TextInput
              type="number"
              inputMode="numeric"
              min={minDays}
              max={maxDays}
              required
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          <Button type="submit" size="sm" kind="line" busy={setting.isPending} busyLabel={t('staff.busy')}>
            {t('staff.settings.save')}
          </Button>
        </>
      )}
      <RefusalNote error={setting.error} />
    </form>
  )
}
