import type { SessionDetail } from '@saathi/contract/learning/detail'
import { queryClient } from '#core/query-client.ts'
import { createStore } from '#core/store.ts'
import { patchHubSession } from './cache.ts'

type Change = (cached: SessionDetail) => SessionDetail
type PatchMentorshipSession = (ref: { session: number; mentorship: number }, change: Change) => void

const patchMentorshipSession = createStore<PatchMentorshipSession>(() => {})

/** Mentorship sessions are cached by the mentorship domain, which registers its patch function here. */
export const registerMentorshipPatch = patchMentorshipSession.set

/** For queued changes that have been sent: patches the cached session until it is refetched. */
export function patchSession(
  { session, mentorship }: { session: number; mentorship?: number | undefined },
  change: Change,
): void {
  if (mentorship === undefined) patchHubSession(queryClient, session, change)
  else patchMentorshipSession.get()({ session, mentorship }, change)
}
