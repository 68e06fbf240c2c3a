import { isOwnDone } from '@saathi/contract/learning/progress'
import { getMentorshipSession } from '@saathi/contract/mentorship/calls'
import type { SessionProgress } from '@saathi/contract/learning/detail'
import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { patchQueries } from '#core/patch-queries.ts'
import { queryClient } from '#core/query-client.ts'
import { bringWalks } from '#learning/public.ts'
import { cardsKey, roomKey, sessionKey } from './held.ts'

/** `mentorship` as the address names it: left out, it is the newest that goes on. */
export const walkKey = (session: number, mentorship: number | undefined) => [...sessionKey(session), mentorship ?? null] as const

export const walkQuery = (session: number, mentorship: number | undefined) =>
  queryOptions({
    queryKey: walkKey(session, mentorship),
    queryFn: ({ signal }) => {
      const query = { imageType: 'web', ...(mentorship !== undefined && { mentorship }) } as const
      return send(getMentorshipSession, { params: { id: session }, query }, { signal })
    },
  })

/** After a step of one's own: counts and cards are read anew, and with the last one the badge that came with it. */
export function takeWalked(client: QueryClient, mentorship: number, standing: SessionProgress): void {
  const keys = [
    [...roomKey, 'progress', mentorship],
    cardsKey(mentorship),
    ...(isOwnDone(standing) ? [sessionKey(standing.session)] : []),
  ]
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}

/** The same walk is held under the name of its mentorship, and as the newest. */
bringWalks(({ session, mentorship }, change) => {
  const queryKey = sessionKey(session)
  // One already on its way to us would bring the old standing back.
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
  patchQueries<MentorshipSession>(queryClient, queryKey, (held) =>
    held.mentorship === mentorship ? { ...held, ...change(held) } : held,
  )
})
