import type { Ctx } from '#core/ctx.ts'
import { openShownFlags, type ShownFlag } from './experience-store.ts'

/** Changes flags from 'show' to 'use'. Flags that are 'off' stay off. */
export async function openExperiences(
  ctx: Pick<Ctx, 'db' | 'raise' | 'push'>,
  personId: number,
  flags: readonly ShownFlag[],
): Promise<readonly ShownFlag[]> {
  const opened = await openShownFlags(ctx.db, personId, flags)
  if (opened.length === 0) return opened
  await ctx.raise({ type: 'accounts.flags_changed', personId, opened })
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
  return opened
}
