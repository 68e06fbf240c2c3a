import { addCalendarEvent, editCalendarEvent, listCalendarEvents, removeCalendarEvent } from '@saathi/contract/calendar/calls'
import type { CalendarEvent, Scope } from '@saathi/contract/calendar/entities'
import type { CallInput, CallReply } from '@saathi/contract/core/call'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/cancel-and-refetch.ts'
import { withEvent } from './cache.ts'
import { bodyOf, differences, type Draft, draftOf, looksAlike } from './event-draft.ts'
import { isRefusedWith, isUnanswered } from './event-refusal.ts'

/** As often as somebody else may be quicker before the person is told. */
const MAX_AGAIN = 3

const eventsKey = (mentorship: number) => ['calendar', 'events', mentorship] as const

export const eventsQuery = (mentorship: number) =>
  queryOptions({
    queryKey: eventsKey(mentorship),
    queryFn: ({ signal }) => readEvents(mentorship, signal),
  })

/** Page by page: a calendar that somebody has filled must not come as one answer of megabytes. */
async function readEvents(mentorshipId: number, signal: AbortSignal): Promise<CalendarEvent[]> {
  const events: CalendarEvent[] = []
  let query: CallInput<typeof listCalendarEvents>['query'] | null = {}
  while (query !== null) {
    const page: CallReply<typeof listCalendarEvents> = await send(
      listCalendarEvents,
      { params: { mentorshipId }, query },
      { signal },
    )
    events.push(...page.events)
    query = page.next
  }
  return events
}

/** What stands on the screen stays until the newer word is there. */
export const hearEvents = (client: QueryClient, mentorship: number): Promise<void> =>
  cancelAndRefetch(client, eventsKey(mentorship))

/** What stands there now; undefined where nobody can say. */
const readAgain = (client: QueryClient, mentorship: number): Promise<CalendarEvent[] | undefined> =>
  client.fetchQuery({ ...eventsQuery(mentorship), staleTime: 0 }).catch(() => undefined)

type Edit = {
  draft: Draft
  /** The one that was read before. */
  base: CalendarEvent
  scope: Scope
}
type Saving = Omit<Edit, 'base'> & {
  /** Null for a new one. */
  base: CalendarEvent | null
  /** The same while the same is sent: a reply that was lost must not plan it twice. */
  idempotencyKey: string
}

export function useSaveEvent(mentorship: number) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['calendar', 'save'],
    mutationFn: ({ draft, base, scope, idempotencyKey }: Saving) => {
      if (base) return sendEdit(client, mentorship, { draft, base, scope })
      return send(addCalendarEvent, { params: { mentorshipId: mentorship }, body: bodyOf(draft, null) }, { idempotencyKey })
    },
    onSuccess: (event) => {
      client.setQueryData(eventsQuery(mentorship).queryKey, (events) => events && withEvent(events, event))
    },
    // Others of its series have changed with it; and after a refusal what is shown may be old.
    onSettled: () => void hearEvents(client, mentorship),
  })
}

/**
 * Before anybody else is blamed it is looked at again: a reply that was lost may have been a yes, and what was changed meanwhile
 * may be nothing that one sees of this event.
 */
async function sendEdit(client: QueryClient, mentorship: number, edit: Edit, again = MAX_AGAIN): Promise<CalendarEvent> {
  const { draft, base, scope } = edit
  try {
    const body = { ...bodyOf(draft, base), applyToRecurring: scope, version: base.version }
    return await send(editCalendarEvent, { params: { mentorshipId: mentorship, id: base.id }, body })
  } catch (refusal) {
    const isChanged = isRefusedWith(refusal, 'calendar.changed')
    if (!isChanged && !isUnanswered(refusal)) throw refusal
    const found = (await readAgain(client, mentorship))?.find(({ id }) => id === base.id)
    if (!found || found.version === base.version) throw refusal
    if (looksAlike(found, base)) {
      if (isChanged && again > 0) return sendEdit(client, mentorship, { ...edit, base: found }, again - 1)
      throw refusal
    }
    if (differences(draftOf(found), draft).length === 0) return found
    throw refusal
  }
}

type Removing = { event: CalendarEvent; scope: Scope }

export function useRemoveEvent(mentorship: number) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['calendar', 'remove'],
    mutationFn: (removing: Removing) => sendRemoval(client, mentorship, removing),
    onSuccess: (_nothing, removing) => {
      client.setQueryData(eventsQuery(mentorship).queryKey, (events) => events?.filter((each) => !isMeant(each, removing)))
    },
    onSettled: () => void hearEvents(client, mentorship),
  })
}

/** Whether an event goes when this is taken out. */
function isMeant(each: CalendarEvent, { event, scope }: Removing): boolean {
  if (scope === 'THIS' || !event.isRecurringEvent) return each.id === event.id
  return each.series === event.series && (scope === 'ALL' || each.seriesDate >= event.seriesDate)
}

async function sendRemoval(client: QueryClient, mentorship: number, removing: Removing, again = MAX_AGAIN): Promise<void> {
  const { event, scope } = removing
  try {
    await send(removeCalendarEvent, {
      params: { mentorshipId: mentorship, id: event.id },
      query: { applyToRecurring: scope, version: event.version },
    })
  } catch (refusal) {
    const isGone = isRefusedWith(refusal, 'calendar.event_not_found')
    if (!isGone && !isRefusedWith(refusal, 'calendar.changed')) throw refusal
    // By somebody else, or by this very call whose reply was lost; but of a series perhaps this one alone.
    if (isGone && (scope === 'THIS' || !event.isRecurringEvent)) return
    const events = await readAgain(client, mentorship)
    if (isGone && events && !events.some((each) => isMeant(each, removing))) return
    const found = events?.find(({ id }) => id === event.id)
    if (isGone || !found || found.version === event.version || !looksAlike(found, event) || again === 0) throw refusal
    await sendRemoval(client, mentorship, { event: found, scope }, again - 1)
  }
}
