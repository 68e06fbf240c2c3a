import { completeStep, getSession, startSession } from '@saathi/contract/learning/session-calls'
import type { SessionDetail, SessionProgress } from '@saathi/contract/learning/detail'
import type { TextKey } from '@saathi/contract/texts'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { celebrate } from '#core/moments.ts'
import { profileQuery } from '#core/profile.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { withProgress } from '../cache.ts'
import { completeKey, isCompleting, listsKey, sessionKey } from './cache.ts'
import { type SessionContext, useSessionContext } from './context.tsx'
import { storeStatus } from './resume-storage.ts'

export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: sessionKey(id),
    queryFn: ({ signal }) => send(getSession, { params: { id }, query: { imageType: 'web' } }, { signal }),
  })

export const isRefusedWith = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code

/** The text for a refusal because the mentorship has ended or its area was closed; undefined for any other error. */
export function closedText(error: unknown): TextKey | undefined {
  if (isRefusedWith(error, 'learning.walk_closed')) return 'learning.session.closed'
  return isRefusedWith(error, 'learning.curriculum_locked') ? 'learning.session.locked' : undefined
}

/**
 * The cached data is older than the refusal: refetch the session, which becomes read-only, and the profile with the area flags.
 */
export function refetchIfClosed(client: QueryClient, context: SessionContext, session: number, error: unknown): void {
  if (!closedText(error)) return
  for (const queryKey of [context.sessionKey(session), profileQuery.queryKey]) void client.invalidateQueries({ queryKey })
}

type ProgressScope = Pick<SessionContext, 'mentorship'>

/** The mentorship part of a request body. */
export const mentorshipFields = ({ mentorship }: ProgressScope) => (mentorship === undefined ? {} : { mentorship })

/** Writes a progress reply to the cache and refetches what depends on it. */
export function applyProgress(client: QueryClient, context: SessionContext, progress: SessionProgress): void {
  const { session, resumeStep, finish } = progress
  const queryKey = context.sessionKey(session)
  const cached = client.setQueryData<SessionDetail>(queryKey, (before) => before && withProgress(before, progress))
  // A newer version of the session may have been published since it was fetched.
  const knowsResume = resumeStep === null || cached?.sessionSteps.some(({ id }) => id === resumeStep)
  if (!knowsResume) void client.invalidateQueries({ queryKey })
  if (context.mentorship !== undefined) storeStatus(session, context.mentorship, progress.sessionStatus)
  context.onProgress(client, progress)
  if (finish) void celebrate({ session, mentorship: context.mentorship, finish })
}

/** Stays busy until `onStarted` has navigated to the first step. */
export function useStartSession(session: number, onStarted: (progress: SessionProgress) => Promise<void>) {
  const client = useQueryClient()
  const context = useSessionContext()
  const mutationKey = ['learning', 'start', session, context.mentorship ?? null]
  const starting = useMutation({
    mutationKey,
    mutationFn: () => send(startSession, { body: { session, ...mentorshipFields(context) } }),
    onSuccess: async (progress) => {
      applyProgress(client, context, progress)
      await onStarted(progress)
    },
    onError: (error) => {
      const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403)
      if (isGone) void client.invalidateQueries({ queryKey: context.sessionKey(session) })
    },
  })
  return {
    // Check the mutation cache: a second tap may come before the button re-renders.
    start: () => client.isMutating({ mutationKey }) === 0 && starting.mutate(),
    isStarting: starting.isPending,
    error: starting.error,
  }
}

async function startAndCompleteStep(scope: ProgressScope, session: number, step: number): Promise<SessionProgress> {
  const complete = () => send(completeStep, { body: { session, step, ...mentorshipFields(scope) } })
  try {
    return await complete()
  } catch (error) {
    // People who opened a link have not pressed Start; moving on starts the session.
    if (!isRefusedWith(error, 'learning.not_begun')) throw error
    await send(startSession, { body: { session, ...mentorshipFields(scope) } })
    return complete()
  }
}

function completionOf(session: number, scope: ProgressScope) {
  const mutationKey = [...completeKey(session), scope.mentorship ?? null]
  return {
    mutationKey,
    // One at a time: the last step counts only after the earlier ones are stored.
    scope: { id: mutationKey.join('.') },
    mutationFn: (step: number) => startAndCompleteStep(scope, session, step),
  }
}

export const runCompletion = (
  client: QueryClient,
  session: number,
  scope: ProgressScope,
  step: number,
): Promise<SessionProgress> => client.getMutationCache().build(client, completionOf(session, scope)).execute(step)

/** Ignores the live event while this page is sending a step, whose reply is newer. */
export function onProgressChanged(client: QueryClient, session: number): void {
  if (isCompleting(client, session)) return
  void cancelAndRefetch(client, sessionKey(session))
  void cancelAndRefetch(client, listsKey)
}
