import { addCalendarEvent, editCalendarEvent } from '@saathi/contract/calendar/calls'
import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { FreeHours } from '@saathi/contract/calendar/free-hours'
import {
  answerEvent,
  answerProposal,
  findTimes,
  proposeTime,
  restoreEvent,
  setFreeHours,
} from '@saathi/contract/calendar/time-calls'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { newUuid } from '#core/uuid.ts'
import { withEvent } from '../cache.ts'
import { bodyOf, draftOf, type EventBody } from '../events/draft.ts'
import { eventsQuery, refetchEvents } from '../queries.ts'

const timesKey = (mentorship: number) => ['calendar', 'times', mentorship] as const

/** `except`: an event that is to be moved; 0 for a new one. */
export const timesQuery = (mentorship: number, minutes: number, except = 0) =>
  queryOptions({
    queryKey: [...timesKey(mentorship), minutes, except],
    queryFn: ({ signal }) =>
      send(findTimes, { params: { mentorshipId: mentorship }, query: { minutes, ...(except > 0 && { except }) } }, { signal }),
    // May be a little outdated, because the warning checks the chosen time again before saving.
    staleTime: 30_000,
  })

function refetch(client: QueryClient, mentorship: number): void {
  void refetchEvents(client, mentorship)
  void client.invalidateQueries({ queryKey: timesKey(mentorship) })
}

/** Replaces the event in the list until that is refetched. */
function useEventMutation<V>(mentorship: number, mutationFn: (variables: V) => Promise<CalendarEvent>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (event) => client.setQueryData(eventsQuery(mentorship).queryKey, (events) => events && withEvent(events, event)),
    onSettled: () => refetch(client, mentorship),
  })
}

export type TimeRequest =
  | { kind: 'ask'; body: EventBody; idempotencyKey: string }
  | { kind: 'move'; event: CalendarEvent; at: string; minutes: number }
  | { kind: 'propose'; event: CalendarEvent; at: string; note: string; idempotencyKey: string }

export const useAskForTime = (mentorship: number) =>
  useEventMutation(mentorship, (request: TimeRequest) => {
    if (request.kind === 'ask')
      return send(
        addCalendarEvent,
        { params: { mentorshipId: mentorship }, body: request.body },
        { idempotencyKey: request.idempotencyKey },
      )
    const params = { mentorshipId: mentorship, id: request.event.id }
    if (request.kind === 'propose') {
      const body = { scheduledTime: request.at, note: request.note }
      return send(proposeTime, { params, body }, { idempotencyKey: request.idempotencyKey })
    }
    const { event, at, minutes } = request
    const body = { ...bodyOf(draftOf(event), event), scheduledTime: at, minutes, version: event.version }
    return send(editCalendarEvent, { params, body: { ...body, applyToRecurring: 'THIS' as const } })
  })

type Answer = { event: CalendarEvent; answer: 'yes' | 'no'; applyToRecurring: 'THIS' | 'ALL' }

export const useAnswer = (mentorship: number) =>
  useEventMutation(mentorship, ({ event, answer, applyToRecurring }: Answer) =>
    send(answerEvent, {
      params: { mentorshipId: mentorship, id: event.id },
      body: { answer, scheduledTime: event.scheduledTime, applyToRecurring },
    }),
  )

type ProposalAnswer = { event: CalendarEvent; proposalId: number; answer: 'yes' | 'no' }

export const useAnswerProposal = (mentorship: number) =>
  useEventMutation(mentorship, ({ event, proposalId, answer }: ProposalAnswer) =>
    send(answerProposal, { params: { mentorshipId: mentorship, id: event.id, proposalId }, body: { answer } }),
  )

export function useUndoRemoval(mentorship: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => send(restoreEvent, { params: { mentorshipId: mentorship, id } }),
    onSettled: () => refetch(client, mentorship),
  })
}

export function useSetFreeHours(mentorship: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (hours: FreeHours) => send(setFreeHours, { body: hours }),
    onSuccess: () => client.invalidateQueries({ queryKey: timesKey(mentorship) }),
  })
}

/** Keeps the key while the request is the same, so that a retry after a lost reply does not count twice. */
export function keyFor(before: { text: string; key: string }, text: string): { text: string; key: string } {
  return before.text === text ? before : { text, key: newUuid() }
}
