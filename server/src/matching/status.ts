import type { MatchingStatus } from '@saathi/contract/accounts/entities'
import type { PairStatus } from '@saathi/contract/matching/entities'
import type * as z from 'zod/mini'
import { setMatchingStatus } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { requestRun } from './run/request-run.ts'
import { findStatusFacts, type StatusFacts } from './status-store.ts'

export type MatchingState = { screen: 1 | 2 | 3 | 4; pairStatus: PairStatus; status: z.infer<typeof MatchingStatus> | null }

const groupHold: MatchingState = { screen: 4, pairStatus: 'group_hold', status: 'GROUP_HOLD' }

/** The screen to show and the matching status in the profile. Only a mentee can await a mentor. */
export function matchingStateOf(facts: Omit<StatusFacts, 'personId' | 'matchingStatus'>): MatchingState {
  if (facts.hasPlace) return groupHold
  if (facts.awaitsMentor) return { screen: 3, pairStatus: 'awaiting_mentor_response', status: 'ON_HOLD' }
  if (facts.hasToDecide) return { screen: 2, pairStatus: 'potential_match', status: 'READY' }
  if (facts.hasFormingGroup) return groupHold
  return { screen: 1, pairStatus: 'default', status: facts.isSeeking ? 'READY' : null }
}

/** For people who lost an open offer: updates their status and requests a matching run. */
export async function requeueReleased(ctx: ListenerCtx, projectId: number, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return
  await updateStatus(ctx, personIds)
  await requestRun(ctx, projectId)
}

/** Recomputes the matching status of these people and makes their open tabs refetch. */
export async function updateStatus(ctx: Pick<ListenerCtx, 'db' | 'push' | 'now'>, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return
  const people = await findStatusFacts(ctx.db, personIds, ctx.now())
  for (const { personId, matchingStatus, ...facts } of people) {
    const { status } = matchingStateOf(facts)
    if (status !== matchingStatus) await setMatchingStatus(ctx, personId, status)
  }
  ctx.push({ to: people.map(({ personId }) => personId), event: { type: 'matching.changed' } })
}
