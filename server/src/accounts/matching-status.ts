import type { Ctx } from '#core/ctx.ts'
import type { MatchingStatus } from '@saathi/contract/accounts/entities'
import type * as z from 'zod/mini'
import { updateMatchingStatus } from './matching-status-store.ts'

/** Null for people who are not searching. Open tabs refetch the profile only if it changed. */
export async function setMatchingStatus(
  ctx: Pick<Ctx, 'db' | 'push'>,
  personId: number,
  status: z.infer<typeof MatchingStatus> | null,
): Promise<void> {
  if (await updateMatchingStatus(ctx.db, personId, status))
    ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}
