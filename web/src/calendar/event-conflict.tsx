import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { TextKey } from '@saathi/contract/texts'
import { useEffect, useRef } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { dayAndYear } from './day-names.ts'
import { indiaTime } from './day-times.ts'
import { differences, type Draft, type DraftField, draftOf } from './event-draft.ts'
import css from './event-form.module.css'
import type { Meanwhile } from './use-event-form.ts'
import { useSessions } from './use-sessions.ts'

type EventMeanwhileProps = {
  meanwhile: Meanwhile
  draft: Draft
  mentorship: number
  /** It is the answer to what was sent just now; else it came by itself, perhaps while somebody types. */
  isRefusal: boolean
  onTakeTheirs: (theirs: CalendarEvent) => void
  onKeepMine: (theirs: CalendarEvent, before: CalendarEvent) => void
  onAddAgain: () => void
  /** After any of the three: the button that was pressed goes with this note. */
  onChosen: () => void
}

const names: Record<DraftField, TextKey> = {
  title: 'calendar.form.title',
  isPairGroupCall: 'calendar.form.call',
  date: 'calendar.form.date',
  time: 'calendar.form.time',
  eventFrequency: 'calendar.form.repeat',
  repeatEndDate: 'calendar.form.until',
  sessionId: 'calendar.form.session',
  description: 'calendar.form.description',
}

/** Nobody overwrites what they have not seen: what has changed is told field by field, and either can be gone on with. */
export function EventMeanwhile(props: EventMeanwhileProps) {
  const { meanwhile, isRefusal } = props
  const place = useRef<HTMLDivElement>(null)
  // Where the form is longer than the screen, the answer to its last button must not stand unseen at its top.
  useEffect(() => {
    if (isRefusal) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isRefusal])
  return <div ref={place}>{meanwhile.kind === 'gone' ? <Gone {...props} /> : <Changed {...props} {...meanwhile} />}</div>
}

function Gone({ onAddAgain, onChosen }: EventMeanwhileProps) {
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

type ChangedProps = EventMeanwhileProps & { theirs: CalendarEvent; before: CalendarEvent }

function Changed({ theirs, before, draft, mentorship, onTakeTheirs, onKeepMine, onChosen }: ChangedProps) {
  const t = useText()
  const words = useWords(mentorship)
  const now = draftOf(theirs)
  const changed = differences(now, draftOf(before))
  const choose = (way: (theirs: CalendarEvent, before: CalendarEvent) => void) => () => {
    way(theirs, before)
    onChosen()
  }
  return (
    <Note tone="warn" live="alert" title={t('calendar.meanwhile')}>
      <dl className={css.changes}>
        {changed.map((field) => (
          <div key={field}>
            <dt>{t(names[field])}</dt>
            <dd dir="auto">{words(field, now, theirs)}</dd>
            {differences(draft, draftOf(before)).includes(field) && (
              <dd dir="auto">{t('calendar.meanwhile.mine', { value: words(field, draft, theirs) })}</dd>
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

/** A field as one would say it. */
function useWords(mentorship: number) {
  const t = useText()
  const language = useLanguage()
  const { choices = [] } = useSessions(mentorship)
  const nothing = t('calendar.meanwhile.empty')

  return (field: DraftField, draft: Draft, event: CalendarEvent): string => {
    const ways: Record<DraftField, () => string> = {
      title: () => draft.title,
      isPairGroupCall: () =>
        draft.isPairGroupCall === null ? '' : t(draft.isPairGroupCall ? 'calendar.form.yes' : 'calendar.form.no'),
      date: () => dayWords(draft.date),
      time: () => (draft.time === '' ? '' : indiaTime(`2026-01-01T${draft.time}:00+05:30`, language)),
      eventFrequency: () => (draft.eventFrequency === null ? '' : t(`calendar.repeat.${draft.eventFrequency}`)),
      repeatEndDate: () => dayWords(draft.repeatEndDate),
      sessionId: () => sessionWords(draft.sessionId, event),
      description: () => draft.description,
    }
    return ways[field]() || nothing
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
