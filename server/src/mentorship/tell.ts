import type { ListenerCtx } from '#core/events.ts'
import type { MentorshipSessionRef } from '#learning/public.ts'
import { notifyPerson } from '#notices/public.ts'
import type { Left, Started } from './events.ts'
import { findMembers, findTitleFor, type MemberRow } from './store.ts'

async function findInside(ctx: ListenerCtx, mentorshipId: number): Promise<MemberRow[]> {
  return (await findMembers(ctx.db, [mentorshipId])).filter(({ leftAt }) => leftAt === null)
}

/** Everybody in it, and nothing but that something changed: what each may know of it, each reads. */
export async function tellMoved(ctx: ListenerCtx, { mentorshipId, sessionId }: MentorshipSessionRef): Promise<void> {
  const to = (await findInside(ctx, mentorshipId)).map(({ personId }) => personId)
  ctx.push({ to, event: { type: 'mentorship.progress_changed', mentorship: mentorshipId, session: sessionId } })
}

/**
 * Mentor and mentee of a pair learn that the other is done, and a group that its mentor is; a mentor of ten is not written
 * to for each of them, and fellow mentees learn nothing of each other.
 */
export async function tellFinished(ctx: ListenerCtx, { personId, mentorshipId, sessionId }: MentorshipSessionRef): Promise<void> {
  const inside = await findInside(ctx, mentorshipId)
  const who = inside.find((member) => member.personId === personId)
  const mentees = inside.filter(({ part }) => part === 'mentee')
  const readers = who?.part === 'mentor' ? mentees : mentees.length === 1 ? inside.filter(({ part }) => part === 'mentor') : []
  for (const { personId: reader } of readers) {
    await notifyPerson(ctx, {
      personId: reader,
      kind: 'mentorship',
      template: 'partnerFinished',
      values: { session: (await findTitleFor(ctx.db, sessionId, reader)) ?? '' },
      link: `/mentorship/${sessionId}/summary?mentorship=${mentorshipId}`,
      onceKey: `walk ${mentorshipId} ${sessionId} ${personId}`,
    })
  }
}

export async function tellStarted(ctx: ListenerCtx, { mentorshipId, personIds }: Started): Promise<void> {
  for (const personId of personIds) {
    await notifyPerson(ctx, {
      personId,
      kind: 'mentorship',
      template: 'mentorshipStarted',
      values: {},
      link: '/mentorship',
      onceKey: `mentorship ${mentorshipId}`,
    })
  }
  ctx.push({ to: personIds, event: { type: 'mentorship.changed', mentorship: mentorshipId } })
}

export async function tellLeft(ctx: ListenerCtx, { mentorshipId, personIds, goneId }: Left): Promise<void> {
  for (const personId of personIds.filter((id) => id !== goneId)) {
    await notifyPerson(ctx, {
      personId,
      kind: 'mentorship',
      template: 'mentorshipEnded',
      values: {},
      link: '/mentorship',
      onceKey: `mentorship ended ${mentorshipId}`,
    })
  }
}
