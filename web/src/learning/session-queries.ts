import { completeStep, getSession, rateSession, startSession } from '@saathi/contract/learning/session-calls'
import type { SessionDetail, Standing } from '@saathi/contract/learning/detail'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { withStanding } from './cache.ts'
import { completeKey, isCompleting, listsKey, sessionKey } from './held.ts'
import { type Journey, useJourney } from './journey.ts'

export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: sessionKey(id),
    queryFn: ({ signal }) => send(getSession, { params: { id }, query: { imageType: 'web' } }, { signal }),
  })

export const isRefusedWith = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code

/** Whose progress a call is about, as its body spells it. */
export const walkedIn = ({ mentorship }: Journey) => (mentorship === undefined ? {} : { mentorship })

/** A reply about progress is the newest word on it; what else depends on it is read anew. */
export function takeStanding(client: QueryClient, journey: Journey, standing: Standing): void {
  const { session, resumeStep } = standing
  const queryKey = journey.sessionKey(session)
  const held = client.setQueryData<SessionDetail>(queryKey, (before) => before && withStanding(before, standing))
  // A newer version of the session may have been published after ours was read.
  const knowsResume = resumeStep === null || held?.sessionSteps.some(({ id }) => id === resumeStep)
  if (!knowsResume) void client.invalidateQueries({ queryKey })
  journey.takeProgress(client, standing)
}

/** Stays busy until `onStarted` has brought the reader to the first step. */
export function useStartSession(session: number, onStarted: (standing: Standing) => Promise<void>) {
  const client = useQueryClient()
  const journey = useJourney()
  const mutationKey = ['learning', 'start', session, journey.mentorship ?? null]
  const starting = useMutation({
    mutationKey,
    mutationFn: () => send(startSession, { body: { session, ...walkedIn(journey) } }),
    onSuccess: async (standing) => {
      takeStanding(client, journey, standing)
      await onStarted(standing)
    },
    onError: (error) => {
      const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403)
      if (isGone) void client.invalidateQueries({ queryKey: journey.sessionKey(session) })
    },
  })
  return {
    // Asked of the cache: the button learns of the first tap only with the next drawing, and a second may be quicker.
    start: () => client.isMutating({ mutationKey }) === 0 && starting.mutate(),
    isStarting: starting.isPending,
    error: starting.error,
  }
}

async function completeBegun(journey: Journey, session: number, step: number): Promise<Standing> {
  const complete = () => send(completeStep, { body: { session, step, ...walkedIn(journey) } })
  try {
    return await complete()
  } catch (error) {
    // Whoever came by a link has pressed no Start; reading on is beginning.
    if (!isRefusedWith(error, 'learning.not_begun')) throw error
    await send(startSession, { body: { session, ...walkedIn(journey) } })
    return complete()
  }
}

export function useCompleteStep(session: number) {
  const client = useQueryClient()
  const journey = useJourney()
  const mutationKey = [...completeKey(session), journey.mentorship ?? null]
  const queryKey = journey.sessionKey(session)
  const completing = useMutation({
    mutationKey,
    // One after another: the last step counts only once the earlier ones are stored.
    scope: { id: mutationKey.join('.') },
    mutationFn: (step: number) => completeBegun(journey, session, step),
    // A session already on its way to us would bring the old standing back.
    onMutate: () => client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined }),
    onSuccess: (standing) => takeStanding(client, journey, standing),
    onError: (error) => {
      // Refused for a reason of the session's own: ours is no longer as the server has it.
      if (error instanceof ApiError && error.code.startsWith('learning.')) void client.invalidateQueries({ queryKey })
    },
  })
  return {
    complete: completing.mutateAsync,
    isOnItsWay: (step: number) => client.isMutating({ mutationKey, predicate: ({ state }) => state.variables === step }) > 0,
  }
}

export function useRateSession(session: number, onRated: () => Promise<void>) {
  const client = useQueryClient()
  const journey = useJourney()
  const mutationKey = ['learning', 'rate', session, journey.mentorship ?? null]
  const rating = useMutation({
    mutationKey,
    mutationFn: (feedback: { rating: number; review: string }) =>
      send(rateSession, { body: { session, ...feedback, ...walkedIn(journey) } }),
    onSuccess: async ({ rating, review }) => {
      const feedback = { rating, review }
      client.setQueryData<SessionDetail>(journey.sessionKey(session), (held) => held && { ...held, feedback })
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
  if (isCompleting(client, session)) return
  void client.invalidateQueries({ queryKey: sessionKey(session) })
  void client.invalidateQueries({ queryKey: listsKey })
}
