import { addCalendarEvent, editCalendarEvent, listCalendarEvents, removeCalendarEvent } from '@saathi/contract/calendar/calls'
import type { CalendarEvent, Scope } from '@saathi/contract/calendar/entities'
import type { CallInput, CallReply } from '@saathi/contract/core/call'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { withEvent } from './cache.ts'
import { bodyOf, differences, type Draft, draftOf, looksAlike } from './events/draft.ts'
import { isRefusedWith, isUnanswered } from './event-refusal.ts'

/** How often a conflict is retried automatically. */
const MAX_RETRIES = 3

const eventsKey = (mentorship: number) => ['calendar', 'events', mentorship] as const

export const eventsQuery = (mentorship: number) =>
  queryOptions({
    queryKey: eventsKey(mentorship),
    queryFn: ({ signal }) => readEvents(mentorship, signal),
  })

/** Page by page, to limit the size of each reply. */
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

/** The shown data stays until the refetch is complete. */
export const refetchEvents = (client: QueryClient, mentorship: number): Promise<void> =>
  cancelAndRefetch(client, eventsKey(mentorship))

/** The current events; undefined if they cannot be loaded. */
const reloadEvents = (client: QueryClient, mentorship: number): Promise<CalendarEvent[] | undefined> =>
  client.fetchQuery({ ...eventsQuery(mentorship), staleTime: 0 }).catch(() => undefined)

type Edit = {
  draft: Draft
  /** The version that was loaded. */
  base: CalendarEvent
  scope: Scope
}
type Saving = Omit<Edit, 'base'> & {
  /** Null for a new event. */
  base: CalendarEvent | null
  /** Identical content has the same key, so that a retry after a lost reply does not add the event twice. */
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
    // Other occurrences may have changed, too; after a refusal the shown data may be outdated.
    onSettled: () => void refetchEvents(client, mentorship),
  })
}

/**
 * Before reporting a conflict, check again: a lost reply may have been a success, or the other change may not affect what is
 * visible of this event.
 */
async function sendEdit(client: QueryClient, mentorship: number, edit: Edit, retries = MAX_RETRIES): Promise<CalendarEvent> {
  const { draft, base, scope } = edit
  try {
    const body = { ...bodyOf(draft, base), applyToRecurring: scope, version: base.version }
    return await send(editCalendarEvent, { params: { mentorshipId: mentorship, id: base.id }, body })
  } catch (refusal) {
    const isChanged = isRefusedWith(refusal, 'calendar.changed')
    if (!isChanged && !isUnanswered(refusal)) throw refusal
    const found = (await reloadEvents(client, mentorship))?.find(({ id }) => id === base.id)
    if (!found || found.version === base.version) throw refusal
    if (looksAlike(found, base)) {
      if (isChanged && retries > 0) return sendEdit(client, mentorship, { ...edit, base: found }, retries - 1)
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
      client.setQueryData(eventsQuery(mentorship).queryKey, (events) => events?.filter((each) => !isRemovedBy(each, removing)))
    },
    onSettled: () => void refetchEvents(client, mentorship),
  })
}

/** Whether an event is removed by this. */
function isRemovedBy(each: CalendarEvent, { event, scope }: Removing): boolean {
  if (scope === 'THIS' || !event.isRecurringEvent) return each.id === event.id
  return each.series === event.series && (scope === 'ALL' || each.seriesDate >= event.seriesDate)
}

async function sendRemoval(client: QueryClient, mentorship: number, removing: Removing, retries = MAX_RETRIES): Promise<void> {
  const { event, scope } = removing
  try {
    await send(removeCalendarEvent, {
      params: { mentorshipId: mentorship, id: event.id },
      query: { applyToRecurring: scope, version: event.version },
    })
  } catch (refusal) {
    const isGone = isRefusedWith(refusal, 'calendar.event_not_found')
    if (!isGone && !isRefusedWith(refusal, 'calendar.changed')) throw refusal
    // Removed by someone else, or by an earlier attempt whose reply was lost. In a series perhaps only this occurrence.
    if (isGone && (scope === 'THIS' || !event.isRecurringEvent)) return
    const events = await reloadEvents(client, mentorship)
    if (isGone && events && !events.some((each) => isRemovedBy(each, removing))) return
    const found = events?.find(({ id }) => id === event.id)
    if (isGone || !found || found.version === event.version || !looksAlike(found, event) || retries === 0) throw refusal
    await sendRemoval(client, mentorship, { event: found, scope }, retries - 1)
  }
}
