import type { MatchingStatus } from '@saathi/contract/accounts/entities'
import type { PairStatus } from '@saathi/contract/matching/entities'
import type * as z from 'zod/mini'
import { setMatchingStatus } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/events.ts'
import { findStandings, type StandingRow } from './standing-store.ts'

export type Standing = { screen: 1 | 2 | 3 | 4; pairStatus: PairStatus; status: z.infer<typeof MatchingStatus> | null }

const groupHold: Standing = { screen: 4, pairStatus: 'group_hold', status: 'GROUP_HOLD' }

/** Which screen someone sees, and what others may know of where they stand. Only a mentee can await a mentor. */
export function standingOf(facts: Omit<StandingRow, 'personId' | 'matchingStatus'>): Standing {
  if (facts.hasPlace) return groupHold
  if (facts.awaitsMentor) return { screen: 3, pairStatus: 'awaiting_mentor_response', status: 'ON_HOLD' }
  if (facts.hasToDecide) return { screen: 2, pairStatus: 'potential_match', status: 'READY' }
  if (facts.gathersGroup) return groupHold
  return { screen: 1, pairStatus: 'default', status: facts.isSeeking ? 'READY' : null }
}

/** Those from whom something was taken that they could have chosen: they stand where they now stand, and are looked for anew. */
export async function settleFreed(ctx: ListenerCtx, projectId: number, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return
  await settleStatus(ctx, personIds)
  await ctx.raise({ type: 'matching.came_back', projectId })
}

/** After whatever has changed around these people: their standing is what it is now, and their open tabs read it anew. */
export async function settleStatus(ctx: Pick<ListenerCtx, 'db' | 'push' | 'now'>, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return
  const standings = await findStandings(ctx.db, personIds, ctx.now())
  for (const { personId, matchingStatus, ...facts } of standings) {
    const { status } = standingOf(facts)
    if (status !== matchingStatus) await setMatchingStatus(ctx, personId, status)
  }
  ctx.push({ to: standings.map(({ personId }) => personId), event: { type: 'matching.changed' } })
}
