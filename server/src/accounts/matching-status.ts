import type { Ctx } from '#core/ctx.ts'
import type { MatchingStatus } from '@saathi/contract/accounts/entities'
import type * as z from 'zod/mini'
import { updateMatchingStatus } from './matching-status-store.ts'

/** Null for who looks for nobody. Open tabs read their profile anew, and only where it is new. */
export async function setMatchingStatus(
  ctx: Pick<Ctx, 'db' | 'push'>,
  personId: number,
  status: z.infer<typeof MatchingStatus> | null,
): Promise<void> {
  if (await updateMatchingStatus(ctx.db, personId, status))
    ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}
