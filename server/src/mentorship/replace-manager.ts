import { openExperiences } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { lockMentorship } from '#learning/public.ts'
import { opensWithMentorship } from './lifecycle.ts'
import { findMembers, updateMembersLeft, upsertManager } from './store.ts'

/** The pair keeps its channels and sessions; the one who goes sees them no more, and the one who comes does. */
export async function replacePairManager(
  ctx: ListenerCtx,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await lockMentorship(ctx.db, id)
  const inside = (await findMembers(ctx.db, [id])).filter(({ leftAt }) => leftAt === null)
  if (!inside.some(({ personId, part }) => personId === from && part === 'pair_manager')) return
  await updateMembersLeft(ctx.db, id, [from], ctx.now())
  // Without a notice to the person who goes: they have just handed it over, or are no longer here.
  await ctx.raise({ type: 'mentorship.left', mentorshipId: id, personIds: [from], isOver: false, goneId: from, ending: null })
  await upsertManager(ctx.db, { mentorshipId: id, personId: to, now: ctx.now() })
  await openExperiences(ctx, to, opensWithMentorship)
  await ctx.raise({ type: 'mentorship.manager_joined', mentorshipId: id, personId: to })
  const people = new Set([...inside.map(({ personId }) => personId), to])
  ctx.push({ to: [...people], event: { type: 'mentorship.changed', mentorship: id } })
}
