import type { CalendarEvent, Scope } from '@saathi/contract/calendar/entities'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newUuid } from '#core/uuid.ts'
import type { Day } from '../days.ts'
import { bodyOf, differences, type Draft, draftOf, emptyDraft, faultsOf, looksAlike, rebase } from './draft.ts'
import { refusedFields } from '../event-refusal.ts'
import { eventsQuery, useSaveEvent } from '../queries.ts'

type EventFormInput = {
  event: CalendarEvent | null
  day: Day
  now: Date
  mentorship: number
  onSaved: (event: CalendarEvent) => void
}

/** A change by others since the form was opened. */
export type Conflict = { kind: 'changed'; theirs: CalendarEvent; before: CalendarEvent } | { kind: 'gone' }

/** The form state of one event; `base` is the loaded version, null for a new event. */
export function useEventForm({ event, day, now, mentorship, onSaved }: EventFormInput) {
  const { data: read } = useQuery(eventsQuery(mentorship))
  const [opened, setOpened] = useState(event)
  const base = opened && newestVersion(opened, read)
  const [draft, setDraft] = useState<Draft>(() => (event ? draftOf(event) : emptyDraft(day)))
  const [start, setStart] = useState(draft)
  const [isTried, setTried] = useState(false)
  const saving = useSaveEvent(mentorship)
  /** The cancellation was refused because someone else changed the event first. */
  const [overtaken, setOvertaken] = useState<Error | null>(null)
  const lastSent = useRef({ text: '', idempotencyKey: '' })

  const faults = faultsOf(draft, base, now)
  // The live event of the person's own save may arrive before its reply.
  const conflict = base && read && !saving.isPending && !saving.isSuccess ? conflictOf(base, read) : null

  function forgetRefusal() {
    setOvertaken(null)
    if (saving.isError) saving.reset()
  }

  function change(next: Draft) {
    forgetRefusal()
    setDraft(next)
  }

  /** Continues with this version of the event. */
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
    conflict,
    change,
    save,
    onOvertaken: setOvertaken,
    /** Whether it can be sent; after the first attempt, faults are shown. */
    check: () => {
      setTried(true)
      return Object.keys(faults).length === 0
    },
    takeTheirs: (theirs: CalendarEvent) => startFrom(theirs, draftOf(theirs)),
    keepMine: (theirs: CalendarEvent, before: CalendarEvent) =>
      startFrom(theirs, rebase(draft, draftOf(before), draftOf(theirs))),
    /** Adds an event again that was cancelled by someone else. */
    addAgain: () => {
      forgetRefusal()
      setOpened(null)
      setStart(emptyDraft(day))
    },
  }
}

/** The newest version if the form shows no difference: changes elsewhere in its series do not matter. */
function newestVersion(opened: CalendarEvent, events: readonly CalendarEvent[] | undefined): CalendarEvent {
  const newest = events?.find(({ id }) => id === opened.id)
  return newest && looksAlike(newest, opened) ? newest : opened
}

function conflictOf(base: CalendarEvent, events: readonly CalendarEvent[]): Conflict | null {
  const newest = events.find(({ id }) => id === base.id)
  if (!newest) return { kind: 'gone' }
  return newest.version === base.version ? null : { kind: 'changed', theirs: newest, before: base }
}
