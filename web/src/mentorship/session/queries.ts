import { isOwnDone } from '@saathi/contract/learning/progress'
import { getMentorshipSession } from '@saathi/contract/mentorship/calls'
import type { SessionProgress } from '@saathi/contract/learning/detail'
import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { patchQueries } from '#core/query-cache.ts'
import { queryClient } from '#core/query-client.ts'
import { registerMentorshipPatch } from '#learning/public.ts'
import { cardsKey, domainKey, sessionKey } from '../cache.ts'

/** `mentorship` as in the address; without it, the newest ongoing one. */
export const mentorshipSessionKey = (session: number, mentorship: number | undefined) =>
  [...sessionKey(session), mentorship ?? null] as const

export const mentorshipSessionQuery = (session: number, mentorship: number | undefined) =>
  queryOptions({
    queryKey: mentorshipSessionKey(session, mentorship),
    queryFn: ({ signal }) => {
      const query = { imageType: 'web', ...(mentorship !== undefined && { mentorship }) } as const
      return send(getMentorshipSession, { params: { id: session }, query }, { signal })
    },
  })

/** After an own step: refetch counts and cards, and after the last step the session with its badge. */
export function refetchAfterProgress(client: QueryClient, mentorship: number, progress: SessionProgress): void {
  const keys = [
    [...domainKey, 'progress', mentorship],
    cardsKey(mentorship),
    ...(isOwnDone(progress) ? [sessionKey(progress.session)] : []),
  ]
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}

/** The same session may be cached with and without its mentorship id. */
registerMentorshipPatch(({ session, mentorship }, change) => {
  const queryKey = sessionKey(session)
  // A fetch in flight would restore the old progress.
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
  patchQueries<MentorshipSession>(queryClient, queryKey, (cached) =>
    cached.mentorship === mentorship ? { ...cached, ...change(cached) } : cached,
  )
})
