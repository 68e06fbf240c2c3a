import type { ListenerCtx } from '#core/events.ts'
import { closeWalks, lockWalks } from '#learning/public.ts'
import { findMembers, type MemberRow, updateMembersLeft, updateMentorshipEnded } from './store.ts'

const isIn = ({ leftAt }: MemberRow) => leftAt === null

/** For everybody. Whoever ends it a second time finds it ended. */
export async function endMentorship(ctx: ListenerCtx, id: number): Promise<void> {
  await lockWalks(ctx.db, id)
  const inside = (await findMembers(ctx.db, [id])).filter(isIn)
  if (await updateMentorshipEnded(ctx.db, id, ctx.now()))
    await letOut(ctx, id, { leaving: inside, staying: [], isOver: true, goneId: null })
}

/** One person alone. Without its mentor, or without any mentee, it is over for the others too. */
export async function leaveMentorship(ctx: ListenerCtx, id: number, personId: number, { isGone = false } = {}): Promise<void> {
  const goneId = isGone ? personId : null
  await lockWalks(ctx.db, id)
  const inside = (await findMembers(ctx.db, [id])).filter(isIn)
  const leaving = inside.find((member) => member.personId === personId)
  if (!leaving) return
  const staying = inside.filter((member) => member !== leaving)
  const goesOn = staying.some(({ part }) => part === 'mentor') && staying.some(({ part }) => part === 'mentee')
  if (goesOn) await letOut(ctx, id, { leaving: [leaving], staying, isOver: false, goneId })
  else if (await updateMentorshipEnded(ctx.db, id, ctx.now()))
    await letOut(ctx, id, { leaving: inside, staying: [], isOver: true, goneId })
}

type Leaving = { leaving: readonly MemberRow[]; staying: readonly MemberRow[]; isOver: boolean; goneId: number | null }

async function letOut(ctx: ListenerCtx, mentorshipId: number, { leaving, staying, isOver, goneId }: Leaving): Promise<void> {
  const personIds = leaving.map(({ personId }) => personId)
  await updateMembersLeft(ctx.db, mentorshipId, personIds, ctx.now())
  await closeWalks(ctx, mentorshipId, personIds)
  await ctx.raise({ type: 'mentorship.left', mentorshipId, personIds, isOver, goneId })
  const to = [...leaving, ...staying].map(({ personId }) => personId)
  ctx.push({ to, event: { type: 'mentorship.changed', mentorship: mentorshipId } })
}
