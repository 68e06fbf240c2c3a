import { type BlockedPair, findBlockedPairs } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import { findStays } from './presence-store.ts'

/** Whether one of the two has blocked the other. */
export const isBlockedPair = (apart: readonly BlockedPair[], one: number, other: number): boolean =>
  apart.some(([some, another]) => (some === one && another === other) || (some === other && another === one))

/** People in this call whom somebody else in it has blocked. */
export async function findBlockedIn(db: Db, roomId: string): Promise<ReadonlySet<number>> {
  const stays = await findStays(db, roomId)
  const apart = await findBlockedPairs(
    db,
    stays.map(({ personId }) => personId),
  )
  return new Set(apart.map(([, blockedId]) => blockedId))
}
