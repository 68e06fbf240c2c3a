import type { SessionDetail } from '@saathi/contract/learning/detail'
import { queryClient } from '#core/query-client.ts'
import { changeSession } from './held.ts'

type Change = (held: SessionDetail) => SessionDetail
type ChangeWalk = (walk: { session: number; mentorship: number }, change: Change) => void

let changeInMentorship: ChangeWalk = () => {}

/** What is walked through together is held by a later room, which brings the way to it along. */
export function bringWalks(changeWalk: ChangeWalk): void {
  changeInMentorship = changeWalk
}

/** For what had waited and is with the server now, so that nothing seems undone until the session is read anew. */
export function changeWalked(
  { session, mentorship }: { session: number; mentorship?: number | undefined },
  change: Change,
): void {
  if (mentorship === undefined) changeSession(queryClient, session, change)
  else changeInMentorship({ session, mentorship }, change)
}
