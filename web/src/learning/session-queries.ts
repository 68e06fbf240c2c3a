import { completeStep, getSession, startSession } from '@saathi/contract/learning/session-calls'
import type { SessionDetail, SessionProgress } from '@saathi/contract/learning/detail'
import type { TextKey } from '@saathi/contract/texts'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { celebrate } from '#core/moments.ts'
import { profileQuery } from '#core/profile.ts'
import { cancelAndRefetch } from '#core/cancel-and-refetch.ts'
import { withStanding } from './cache.ts'
import { completeKey, isCompleting, listsKey, sessionKey } from './held.ts'
import { type SessionContext, useSessionContext } from './journey.ts'
import { rememberStatus } from './remembered.ts'

export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: sessionKey(id),
    queryFn: ({ signal }) => send(getSession, { params: { id }, query: { imageType: 'web' } }, { signal }),
  })

export const isRefusedWith = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code

/** The mentorship has ended or its area was closed, and no word of it has come here before this refusal. */
export function closedText(error: unknown): TextKey | undefined {
  if (isRefusedWith(error, 'learning.walk_closed')) return 'learning.session.closed'
  return isRefusedWith(error, 'learning.curriculum_locked') ? 'learning.session.locked' : undefined
}

/** Then what is held is older than the refusal: read anew, the page turns to reading. Whether the area is open, the profile tells. */
export function readClosed(client: QueryClient, journey: SessionContext, session: number, error: unknown): void {
  if (!closedText(error)) return
  for (const queryKey of [journey.sessionKey(session), profileQuery.queryKey]) void client.invalidateQueries({ queryKey })
}

type Walked = Pick<SessionContext, 'mentorship'>

/** Whose progress a call is about, as its body spells it. */
export const walkedIn = ({ mentorship }: Walked) => (mentorship === undefined ? {} : { mentorship })

/** A reply about progress is the newest word on it; what else depends on it is read anew. */
export function takeStanding(client: QueryClient, journey: SessionContext, standing: SessionProgress): void {
  const { session, resumeStep, finish } = standing
  const queryKey = journey.sessionKey(session)
  const held = client.setQueryData<SessionDetail>(queryKey, (before) => before && withStanding(before, standing))
  // A newer version of the session may have been published after ours was read.
  const knowsResume = resumeStep === null || held?.sessionSteps.some(({ id }) => id === resumeStep)
  if (!knowsResume) void client.invalidateQueries({ queryKey })
  if (journey.mentorship !== undefined) rememberStatus(session, journey.mentorship, standing.sessionStatus)
  journey.takeProgress(client, standing)
  if (finish) void celebrate({ session, mentorship: journey.mentorship, finish })
}

/** Stays busy until `onStarted` has brought the reader to the first step. */
export function useStartSession(session: number, onStarted: (standing: SessionProgress) => Promise<void>) {
  const client = useQueryClient()
  const journey = useSessionContext()
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

async function completeBegun(walked: Walked, session: number, step: number): Promise<SessionProgress> {
  const complete = () => send(completeStep, { body: { session, step, ...walkedIn(walked) } })
  try {
    return await complete()
  } catch (error) {
    // Whoever came by a link has pressed no Start; reading on is beginning.
    if (!isRefusedWith(error, 'learning.not_begun')) throw error
    await send(startSession, { body: { session, ...walkedIn(walked) } })
    return complete()
  }
}

function completionOf(session: number, walked: Walked) {
  const mutationKey = [...completeKey(session), walked.mentorship ?? null]
  return {
    mutationKey,
    // One after another: the last step counts only once the earlier ones are stored.
    scope: { id: mutationKey.join('.') },
    mutationFn: (step: number) => completeBegun(walked, session, step),
  }
}

export const completeStored = (client: QueryClient, session: number, walked: Walked, step: number): Promise<SessionProgress> =>
  client.getMutationCache().build(client, completionOf(session, walked)).execute(step)

/** From the live line: while a step of our own is on its way, its reply is the newer word. */
export function hearProgress(client: QueryClient, session: number): void {
  if (isCompleting(client, session)) return
  void cancelAndRefetch(client, sessionKey(session))
  void cancelAndRefetch(client, listsKey)
}
