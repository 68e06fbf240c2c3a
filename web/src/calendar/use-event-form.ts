import type { CalendarEvent, Scope } from '@saathi/contract/calendar/entities'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newUuid } from '#core/uuid.ts'
import type { Day } from './days.ts'
import { bodyOf, differences, type Draft, draftOf, emptyDraft, faultsOf, looksAlike, rebase } from './event-draft.ts'
import { refusedFields } from './event-refusal.ts'
import { eventsQuery, useSaveEvent } from './queries.ts'

type Given = { event: CalendarEvent | null; day: Day; now: Date; mentorship: number; onSaved: (event: CalendarEvent) => void }

/** What others have made of the event since the form was opened. */
export type Meanwhile = { kind: 'changed'; theirs: CalendarEvent; before: CalendarEvent } | { kind: 'gone' }

/** One event as it is being written: `base` is what it was when it was read, null for a new one. */
export function useEventForm({ event, day, now, mentorship, onSaved }: Given) {
  const { data: read } = useQuery(eventsQuery(mentorship))
  const [opened, setOpened] = useState(event)
  const base = opened && asItStands(opened, read)
  const [draft, setDraft] = useState<Draft>(() => (event ? draftOf(event) : emptyDraft(day)))
  const [start, setStart] = useState(draft)
  const [isTried, setTried] = useState(false)
  const saving = useSaveEvent(mentorship)
  /** To cancel it came second to somebody else's change. */
  const [overtaken, setOvertaken] = useState<Error | null>(null)
  const lastSent = useRef({ text: '', idempotencyKey: '' })

  const faults = faultsOf(draft, base, now)
  // While one's own change is on its way, it may be heard of before its answer is here.
  const meanwhile = base && read && !saving.isPending && !saving.isSuccess ? meanwhileOf(base, read) : null

  function forgetRefusal() {
    setOvertaken(null)
    if (saving.isError) saving.reset()
  }

  function change(next: Draft) {
    forgetRefusal()
    setDraft(next)
  }

  /** From now on it is this event that is being changed. */
  function startFrom(from: CalendarEvent, next: Draft) {
    forgetRefusal()
    setOpened(from)
    setStart(draftOf(from))
    setDraft(next)
  }

  function save(scope: Scope) {
    setOvertaken(null)
    const text = JSON.stringify(bodyOf(draft, base))
    const { idempotencyKey } = text === lastSent.current.text ? lastSent.current : { idempotencyKey: newUuid() }
    lastSent.current = { text, idempotencyKey }
    saving.mutate({ draft, base, scope, idempotencyKey }, { onSuccess: onSaved })
  }

  return {
    base,
    draft,
    events: read ?? [],
    faults,
    shownFaults: isTried ? faults : {},
    refused: refusedFields(saving.error),
    error: saving.error ?? overtaken,
    isSaving: saving.isPending,
    isDirty: differences(draft, start).length > 0 && !saving.isSuccess,
    meanwhile,
    change,
    save,
    beOvertaken: setOvertaken,
    /** Whether it may be sent; from the first try on, what is missing is shown. */
    check: () => {
      setTried(true)
      return Object.keys(faults).length === 0
    },
    takeTheirs: (theirs: CalendarEvent) => startFrom(theirs, draftOf(theirs)),
    keepMine: (theirs: CalendarEvent, before: CalendarEvent) =>
      startFrom(theirs, rebase(draft, draftOf(before), draftOf(theirs))),
    /** What was cancelled meanwhile is planned anew. */
    addAgain: () => {
      forgetRefusal()
      setOpened(null)
      setStart(emptyDraft(day))
    },
  }
}

/** The newest there is of it, where one sees no difference: what others did to the rest of its series is no news here. */
function asItStands(opened: CalendarEvent, events: readonly CalendarEvent[] | undefined): CalendarEvent {
  const newest = events?.find(({ id }) => id === opened.id)
  return newest && looksAlike(newest, opened) ? newest : opened
}

function meanwhileOf(base: CalendarEvent, events: readonly CalendarEvent[]): Meanwhile | null {
  const newest = events.find(({ id }) => id === base.id)
  if (!newest) return { kind: 'gone' }
  return newest.version === base.version ? null : { kind: 'changed', theirs: newest, before: base }
}
