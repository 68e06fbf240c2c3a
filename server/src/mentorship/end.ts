import type { ListenerCtx } from '#core/ctx.ts'
import { closeMentorshipSessions, lockMentorship } from '#learning/public.ts'
import { findMembers, type MemberRow, updateMembersLeft, updateMentorshipEnded } from './store.ts'

const isActive = ({ leftAt }: MemberRow) => leftAt === null

/** Ends it for everybody. Ending it again does nothing. */
export async function endMentorship(ctx: ListenerCtx, id: number): Promise<void> {
  await lockMentorship(ctx.db, id)
  const inside = (await findMembers(ctx.db, [id])).filter(isActive)
  if (await updateMentorshipEnded(ctx.db, id, ctx.now()))
    await removeMembers(ctx, id, { leaving: inside, staying: [], isOver: true, goneId: null })
}

/** Removes one person. Without its mentor or its last mentee, the mentorship ends. */
export async function leaveMentorship(ctx: ListenerCtx, id: number, personId: number, { isGone = false } = {}): Promise<void> {
  const goneId = isGone ? personId : null
  await lockMentorship(ctx.db, id)
  const inside = (await findMembers(ctx.db, [id])).filter(isActive)
  const leaving = inside.find((member) => member.personId === personId)
  if (!leaving) return
  const staying = inside.filter((member) => member !== leaving)
  const goesOn = staying.some(({ part }) => part === 'mentor') && staying.some(({ part }) => part === 'mentee')
  if (goesOn) await removeMembers(ctx, id, { leaving: [leaving], staying, isOver: false, goneId })
  else if (await updateMentorshipEnded(ctx.db, id, ctx.now()))
    await removeMembers(ctx, id, { leaving: inside, staying: [], isOver: true, goneId })
}

type Departure = { leaving: readonly MemberRow[]; staying: readonly MemberRow[]; isOver: boolean; goneId: number | null }

async function removeMembers(
  ctx: ListenerCtx,
  mentorshipId: number,
  { leaving, staying, isOver, goneId }: Departure,
): Promise<void> {
  const personIds = leaving.map(({ personId }) => personId)
  await updateMembersLeft(ctx.db, mentorshipId, personIds, ctx.now())
  await closeMentorshipSessions(ctx, mentorshipId, personIds)
  await ctx.raise({ type: 'mentorship.left', mentorshipId, personIds, isOver, goneId })
  const to = [...leaving, ...staying].map(({ personId }) => personId)
  ctx.push({ to, event: { type: 'mentorship.changed', mentorship: mentorshipId } })
}
