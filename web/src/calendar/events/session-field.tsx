import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { type SessionChoice, useSessions } from './session-queries.ts'

type SessionFieldProps = {
  mentorship: number
  base: CalendarEvent | null
  value: number | null
  repeats: boolean
  error: string | undefined
  onChange: (session: number | null) => void
}

/** The session of a single event; recurring events have none. */
export function SessionField({ mentorship, base, value, repeats, error, onChange }: SessionFieldProps) {
  const t = useText()
  const { choices, failed } = useSessions(mentorship)
  const shown = withOwn(choices ?? [], base)
  const help = repeats
    ? 'calendar.form.session.off'
    : failed
      ? 'calendar.form.session.failed'
      : !choices
        ? 'calendar.form.session.loading'
        : shown.length === 0
          ? 'calendar.form.session.empty'
          : null
  return (
    <Field
      label={t('calendar.form.session')}
      help={help && t(help)}
      error={error}
      required={!repeats}
      aside={
        failed &&
        !repeats && (
          <Button
            kind="quiet"
            size="sm"
            busy={failed.isFetching}
            busyLabel={t('action.retrying')}
            onClick={() => void failed.refetch()}
          >
            {t('action.retry')}
          </Button>
        )
      }
    >
      <Select
        name="sessionId"
        disabled={repeats}
        value={value ?? ''}
        onChange={(event) => onChange(shown.find(({ id }) => String(id) === event.target.value)?.id ?? null)}
      >
        <option value="">{t(repeats ? 'calendar.form.session.none' : 'calendar.form.choose')}</option>
        {shown.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Includes the event's own session, even if the viewer does not take it. */
function withOwn(choices: readonly SessionChoice[], base: CalendarEvent | null): readonly SessionChoice[] {
  const title = base?.localeSessionName ?? base?.sessionName
  if (!base || base.sessionId === null || !title || choices.some(({ id }) => id === base.sessionId)) return choices
  return [{ id: base.sessionId, title }, ...choices]
}
