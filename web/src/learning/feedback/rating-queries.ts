import { Id } from '@saathi/contract/core/fields'
import { rateSession } from '@saathi/contract/learning/session-calls'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isUnreachable } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { isWaiting, sessionEpoch } from '#core/outbox/list.ts'
import { enqueue, post } from '#core/outbox/outbox.ts'
import { useSessionContext } from '../session/context.tsx'
import { titleOf } from '../cards/session-card.tsx'
import { refetchIfClosed, mentorshipFields } from '../session/queries.ts'
import { sessionLineOf, refusalTextOf } from '../session/outbox.ts'
import { patchSession } from '../session/cache.ts'

/** A session rating; rating again replaces it. */
export const ratingKind = defineKind({
  name: 'learning.rating',
  input: z.object({ session: Id, mentorship: z.optional(Id), rating: z.int(), review: z.string() }),
  lineOf: sessionLineOf,
  aboutOf: () => 'rating',
  send: ({ mentorship, ...rated }) => send(rateSession, { body: { ...rated, ...(mentorship !== undefined && { mentorship }) } }),
  settle: (ref, { rating, review }) => patchSession(ref, (cached) => ({ ...cached, feedback: { rating, review } })),
  reasonOf: refusalTextOf,
})

type Feedback = { rating: number; review: string }

/** `isQueued`: not sent yet, because the server is unreachable. */
export function useRateSession(session: SessionDetail, onRated: (isQueued: boolean) => Promise<void>) {
  const client = useQueryClient()
  const context = useSessionContext()
  const { id } = session
  const mutationKey = ['learning', 'rate', id, context.mentorship ?? null]

  async function store(feedback: Feedback): Promise<boolean> {
    const visit = sessionEpoch()
    const rated = { session: id, ...feedback, ...mentorshipFields(context) }
    const entryInfo = {
      label: { text: 'outbox.rating' as const, values: { title: titleOf(session) } },
      place: context.toFeedback(id),
    }
    if (await isWaiting(ratingKind, rated)) return (await post(ratingKind, rated, entryInfo)).isSent
    try {
      await send(rateSession, { body: rated })
      return true
    } catch (error) {
      if (!isUnreachable(error) || sessionEpoch() !== visit) throw error
      await enqueue(ratingKind, rated, entryInfo)
      return false
    }
  }

  const rating = useMutation({
    mutationKey,
    mutationFn: store,
    onSuccess: async (isStored, feedback) => {
      if (isStored)
        client.setQueryData<SessionDetail>(context.sessionKey(id), (cached) => cached && { ...cached, feedback: { ...feedback } })
      await onRated(!isStored)
    },
    onError: (error) => refetchIfClosed(client, context, id, error),
  })
  return {
    rate: (feedback: Feedback) => client.isMutating({ mutationKey }) === 0 && rating.mutate(feedback),
    isRating: rating.isPending,
    error: rating.error,
  }
}
