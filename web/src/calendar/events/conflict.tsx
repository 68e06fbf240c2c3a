import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { TextKey } from '@saathi/contract/texts'
import { useEffect, useRef } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { dayAndYear } from '../day-names.ts'
import { indiaTime } from '../day-times.ts'
import { differences, type Draft, type DraftField, draftOf } from './draft.ts'
import css from './form.module.css'
import type { Conflict } from './use-form.ts'
import { useSessions } from './session-queries.ts'

type EventConflictProps = {
  conflict: Conflict
  draft: Draft
  mentorship: number
  /** The conflict is the reply to a save. Otherwise it comes from a live event, perhaps while typing. */
  isRefusal: boolean
  onTakeTheirs: (theirs: CalendarEvent) => void
  onKeepMine: (theirs: CalendarEvent, before: CalendarEvent) => void
  onAddAgain: () => void
  /** After any choice: the clicked button disappears with this note. */
  onChosen: () => void
}

const names: Record<DraftField, TextKey> = {
  title: 'calendar.form.title',
  isPairGroupCall: 'calendar.form.call',
  date: 'calendar.form.date',
  time: 'calendar.form.time',
  minutes: 'calendar.form.length',
  eventFrequency: 'calendar.form.repeat',
  repeatEndDate: 'calendar.form.until',
  sessionId: 'calendar.form.session',
  description: 'calendar.form.description',
}

/** Shows a concurrent change field by field, and lets the person choose a version. */
export function EventConflict(props: EventConflictProps) {
  const { conflict, isRefusal } = props
  const place = useRef<HTMLDivElement>(null)
  // On a small screen the conflict note must be scrolled into view.
  useEffect(() => {
    if (isRefusal) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isRefusal])
  return <div ref={place}>{conflict.kind === 'gone' ? <Gone {...props} /> : <Changed {...props} {...conflict} />}</div>
}

function Gone({ onAddAgain, onChosen }: EventConflictProps) {
  const t = useText()
  return (
    <Note tone="warn" live="alert" title={t('calendar.meanwhile.gone')}>
      <p>{t('calendar.meanwhile.gone.text')}</p>
      <div className={css.choices}>
        <Button
          kind="line"
          onClick={() => {
            onAddAgain()
            onChosen()
          }}
        >
          {t('calendar.meanwhile.again')}
        </Button>
      </div>
    </Note>
  )
}

type ChangedProps = EventConflictProps & { theirs: CalendarEvent; before: CalendarEvent }

function Changed({ theirs, before, draft, mentorship, onTakeTheirs, onKeepMine, onChosen }: ChangedProps) {
  const t = useText()
  const fieldText = useFieldText(mentorship)
  const now = draftOf(theirs)
  const changed = differences(now, draftOf(before))
  const choose = (action: (theirs: CalendarEvent, before: CalendarEvent) => void) => () => {
    action(theirs, before)
    onChosen()
  }
  return (
    <Note tone="warn" live="alert" title={t('calendar.meanwhile')}>
      <dl className={css.changes}>
        {changed.map((field) => (
          <div key={field}>
            <dt>{t(names[field])}</dt>
            <dd dir="auto">{fieldText(field, now, theirs)}</dd>
            {differences(draft, draftOf(before)).includes(field) && (
              <dd dir="auto">{t('calendar.meanwhile.mine', { value: fieldText(field, draft, theirs) })}</dd>
            )}
          </div>
        ))}
      </dl>
      <div className={css.choices}>
        <Button kind="line" onClick={choose(onTakeTheirs)}>
          {t('calendar.meanwhile.theirs')}
        </Button>
        <Button kind="line" onClick={choose(onKeepMine)}>
          {t('calendar.meanwhile.keep')}
        </Button>
      </div>
    </Note>
  )
}

/** The displayed value of a field. */
function useFieldText(mentorship: number) {
  const t = useText()
  const language = useLanguage()
  const { choices = [] } = useSessions(mentorship)
  const nothing = t('calendar.meanwhile.empty')

  return (field: DraftField, draft: Draft, event: CalendarEvent): string => {
    const texts: Record<DraftField, () => string> = {
      title: () => draft.title,
      isPairGroupCall: () =>
        draft.isPairGroupCall === null ? '' : t(draft.isPairGroupCall ? 'calendar.form.yes' : 'calendar.form.no'),
      date: () => dayWords(draft.date),
      time: () => (draft.time === '' ? '' : indiaTime(`2026-01-01T${draft.time}:00+05:30`, language)),
      minutes: () => t('findTime.minutes', { minutes: draft.minutes }),
      eventFrequency: () => (draft.eventFrequency === null ? '' : t(`calendar.repeat.${draft.eventFrequency}`)),
      repeatEndDate: () => dayWords(draft.repeatEndDate),
      sessionId: () => sessionWords(draft.sessionId, event),
      description: () => draft.description,
    }
    return texts[field]() || nothing
  }

  function dayWords(day: string): string {
    return /^\d{4}-\d{2}-\d{2}$/.test(day) ? dayAndYear(day, language) : ''
  }
  function sessionWords(id: number | null, event: CalendarEvent): string {
    if (id === null) return ''
    const own = id === event.sessionId ? (event.localeSessionName ?? event.sessionName) : undefined
    return own ?? choices.find((choice) => choice.id === id)?.title ?? ''
  }
}
