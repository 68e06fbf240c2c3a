import { Id } from '@saathi/contract/core/fields'
import { rateSession } from '@saathi/contract/learning/session-calls'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isUnreachable } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { isWaiting, visitNow } from '#core/outbox/list.ts'
import { keep, post } from '#core/outbox/outbox.ts'
import { useSessionContext } from './journey.ts'
import { titleOf } from './session-card.tsx'
import { readClosed, walkedIn } from './session-queries.ts'
import { walkLineOf, walkReasonOf } from './walk-line.ts'
import { changeWalked } from './walks.ts'

/** What someone thinks of a session. A second time replaces the first. */
export const ratingKind = defineKind({
  name: 'learning.rating',
  input: z.object({ session: Id, mentorship: z.optional(Id), rating: z.int(), review: z.string() }),
  lineOf: walkLineOf,
  aboutOf: () => 'rating',
  send: ({ mentorship, ...rated }) => send(rateSession, { body: { ...rated, ...(mentorship !== undefined && { mentorship }) } }),
  settle: (walk, { rating, review }) => changeWalked(walk, (held) => ({ ...held, feedback: { rating, review } })),
  reasonOf: walkReasonOf,
})

type Feedback = { rating: number; review: string }

/** `isKept`: it waits here until the server can be reached. */
export function useRateSession(session: SessionDetail, onRated: (isKept: boolean) => Promise<void>) {
  const client = useQueryClient()
  const journey = useSessionContext()
  const { id } = session
  const mutationKey = ['learning', 'rate', id, journey.mentorship ?? null]

  async function store(feedback: Feedback): Promise<boolean> {
    const visit = visitNow()
    const rated = { session: id, ...feedback, ...walkedIn(journey) }
    const told = {
      label: { text: 'outbox.rating' as const, values: { title: titleOf(session) } },
      place: journey.toFeedback(id),
    }
    if (await isWaiting(ratingKind, rated)) return (await post(ratingKind, rated, told)).isSent
    try {
      await send(rateSession, { body: rated })
      return true
    } catch (error) {
      if (!isUnreachable(error) || visitNow() !== visit) throw error
      await keep(ratingKind, rated, told)
      return false
    }
  }

  const rating = useMutation({
    mutationKey,
    mutationFn: store,
    onSuccess: async (isStored, feedback) => {
      if (isStored)
        client.setQueryData<SessionDetail>(journey.sessionKey(id), (held) => held && { ...held, feedback: { ...feedback } })
      await onRated(!isStored)
    },
    onError: (error) => readClosed(client, journey, id, error),
  })
  return {
    rate: (feedback: Feedback) => client.isMutating({ mutationKey }) === 0 && rating.mutate(feedback),
    isRating: rating.isPending,
    error: rating.error,
  }
}
