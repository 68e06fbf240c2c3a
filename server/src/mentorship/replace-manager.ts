import { openExperiences } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { lockMentorship } from '#learning/public.ts'
import { opensWithMentorship } from './lifecycle.ts'
import { findMembers, updateMembersLeft, upsertManager } from './store.ts'

/** The pair's channels and sessions stay; the old coordinator loses access and the new one gets it. */
export async function replacePairManager(
  ctx: ListenerCtx,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await lockMentorship(ctx.db, id)
  const inside = (await findMembers(ctx.db, [id])).filter(({ leftAt }) => leftAt === null)
  if (!inside.some(({ personId, part }) => personId === from && part === 'pair_manager')) return
  await updateMembersLeft(ctx.db, id, [from], ctx.now())
  // The old coordinator gets no notice: they have just handed over the pair, or have left.
  await ctx.raise({ type: 'mentorship.left', mentorshipId: id, personIds: [from], isOver: false, goneId: from, ending: null })
  await upsertManager(ctx.db, { mentorshipId: id, personId: to, now: ctx.now() })
  await openExperiences(ctx, to, opensWithMentorship)
  await ctx.raise({ type: 'mentorship.manager_joined', mentorshipId: id, personId: to })
  const people = new Set([...inside.map(({ personId }) => personId), to])
  ctx.push({ to: [...people], event: { type: 'mentorship.changed', mentorship: id } })
}
