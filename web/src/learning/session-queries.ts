import { completeStep, getSession, rateSession, startSession } from '@saathi/contract/learning/session-calls'
import type { Standing } from '@saathi/contract/learning/detail'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { profileQuery } from '#core/profile.ts'
import { holdFeedback, holdStanding, knowsStep, listKey, listsKey, sessionKey } from './held.ts'

export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: sessionKey(id),
    queryFn: ({ signal }) => send(getSession, { params: { id }, query: { imageType: 'web' } }, { signal }),
  })

export const isRefusedWith = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code

/** A reply about progress is the newest word on it; what else depends on it is read anew. */
function takeStanding(client: QueryClient, standing: Standing): void {
  const { session, resumeStep } = standing
  holdStanding(client, standing)
  if (resumeStep !== null && !knowsStep(client, session, resumeStep))
    void client.invalidateQueries({ queryKey: sessionKey(session) })
  for (const list of ['curated', 'ongoing', 'mine'] as const) void client.invalidateQueries({ queryKey: listKey(list) })
  // A completed session may be the one that opens mentorship, which the profile tells.
  if (standing.sessionStatus === 'COMPLETED') void client.invalidateQueries({ queryKey: profileQuery.queryKey })
}

/** Stays busy until `onStarted` has brought the reader to the first step. */
export function useStartSession(session: number, onStarted: (standing: Standing) => Promise<void>) {
  const client = useQueryClient()
  const mutationKey = ['learning', 'start', session]
  const starting = useMutation({
    mutationKey,
    mutationFn: () => send(startSession, { body: { session } }),
    onSuccess: async (standing) => {
      takeStanding(client, standing)
      await onStarted(standing)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 404) void client.invalidateQueries({ queryKey: sessionKey(session) })
    },
  })
  return {
    // Asked of the cache: the button learns of the first tap only with the next drawing, and a second may be quicker.
    start: () => client.isMutating({ mutationKey }) === 0 && starting.mutate(),
    isStarting: starting.isPending,
    error: starting.error,
  }
}

const completeKey = (session: number) => ['learning', 'complete', session]

async function completeBegun(session: number, step: number): Promise<Standing> {
  try {
    return await send(completeStep, { body: { session, step } })
  } catch (error) {
    // Whoever came by a link has pressed no Start; reading on is beginning.
    if (!isRefusedWith(error, 'learning.not_begun')) throw error
    await send(startSession, { body: { session } })
    return send(completeStep, { body: { session, step } })
  }
}

export function useCompleteStep(session: number) {
  const client = useQueryClient()
  const mutationKey = completeKey(session)
  const completing = useMutation({
    mutationKey,
    // One after another: the last step counts only once the earlier ones are stored.
    scope: { id: `learning.complete.${session}` },
    mutationFn: (step: number) => completeBegun(session, step),
    // A session already on its way to us would bring the old standing back.
    onMutate: () => client.cancelQueries({ queryKey: sessionKey(session), predicate: ({ state }) => state.data !== undefined }),
    onSuccess: (standing) => takeStanding(client, standing),
    onError: (error) => {
      // Refused for a reason of the session's own: ours is no longer as the server has it.
      if (error instanceof ApiError && error.code.startsWith('learning.'))
        void client.invalidateQueries({ queryKey: sessionKey(session) })
    },
  })
  return {
    complete: completing.mutateAsync,
    isOnItsWay: (step: number) => client.isMutating({ mutationKey, predicate: ({ state }) => state.variables === step }) > 0,
  }
}

export function useRateSession(session: number, onRated: () => Promise<void>) {
  const client = useQueryClient()
  const mutationKey = ['learning', 'rate', session]
  const rating = useMutation({
    mutationKey,
    mutationFn: (feedback: { rating: number; review: string }) => send(rateSession, { body: { session, ...feedback } }),
    onSuccess: async ({ rating, review }) => {
      holdFeedback(client, session, { rating, review })
      await onRated()
    },
  })
  return {
    rate: (feedback: { rating: number; review: string }) => client.isMutating({ mutationKey }) === 0 && rating.mutate(feedback),
    isRating: rating.isPending,
    error: rating.error,
  }
}

/** From the live line: while a step of our own is on its way, its reply is the newer word. */
export function hearProgress(client: QueryClient, session: number): void {
  if (client.isMutating({ mutationKey: completeKey(session) }) > 0) return
  void client.invalidateQueries({ queryKey: sessionKey(session) })
  void client.invalidateQueries({ queryKey: listsKey })
}
