import type { ListenerCtx } from '#core/ctx.ts'
import type { MentorshipSessionRef } from '#learning/public.ts'
import { notifyPerson } from '#notices/public.ts'
import type { MembersLeft, MentorshipStarted } from './events.ts'
import { findMembers, findTitleFor, type MemberRow } from './store.ts'

async function findActiveMembers(ctx: ListenerCtx, mentorshipId: number): Promise<MemberRow[]> {
  return (await findMembers(ctx.db, [mentorshipId])).filter(({ leftAt }) => leftAt === null)
}

/** Tells all members only that something changed; each refetches what they may see. */
export async function publishProgress(ctx: ListenerCtx, { mentorshipId, sessionId }: MentorshipSessionRef): Promise<void> {
  const to = (await findActiveMembers(ctx, mentorshipId)).map(({ personId }) => personId)
  ctx.push({ to, event: { type: 'mentorship.progress_changed', mentorship: mentorshipId, session: sessionId } })
}

/**
 * Notifies the partner in a pair, and a group when its mentor is done. A mentor of ten is not notified about each mentee, and
 * fellow mentees learn nothing about each other.
 */
export async function notifyFinished(
  ctx: ListenerCtx,
  { personId, mentorshipId, sessionId }: MentorshipSessionRef,
): Promise<void> {
  const inside = await findActiveMembers(ctx, mentorshipId)
  const who = inside.find((member) => member.personId === personId)
  const mentees = inside.filter(({ part }) => part === 'mentee')
  const readers = who?.part === 'mentor' ? mentees : mentees.length === 1 ? inside.filter(({ part }) => part === 'mentor') : []
  for (const { personId: reader } of readers) {
    await notifyPerson(ctx, {
      personId: reader,
      kind: 'mentorship',
      template: 'partnerFinished',
      values: { partner: { nameOf: personId }, session: (await findTitleFor(ctx.db, sessionId, reader)) ?? '' },
      link: `/mentorship/${sessionId}/summary?mentorship=${mentorshipId}`,
      onceKey: `walk ${mentorshipId} ${sessionId} ${personId}`,
    })
  }
}

type NewMembers = { mentorId: number; menteeIds: readonly number[]; choseEachOther?: boolean | undefined }

/** Names the partner, and says whether the two chose each other. The mentor of a group gets no names. */
function startedValues(personId: number, { mentorId, menteeIds, choseEachOther = false }: NewMembers) {
  const [first = mentorId] = menteeIds
  if (personId === mentorId && menteeIds.length > 1) return { partner: '', how: 'group' }
  if (personId === mentorId) return { partner: { nameOf: first }, how: choseEachOther ? 'match' : 'mentee' }
  const isMentee = menteeIds.includes(personId)
  return { partner: { nameOf: mentorId }, how: isMentee ? (choseEachOther ? 'yes' : 'mentor') : 'manager' }
}

export async function notifyStarted(
  ctx: ListenerCtx,
  { mentorshipId, personIds }: MentorshipStarted,
  members: NewMembers,
): Promise<void> {
  for (const personId of personIds) {
    await notifyPerson(ctx, {
      personId,
      kind: 'mentorship',
      template: 'mentorshipStarted',
      values: startedValues(personId, members),
      link: '/mentorship',
      onceKey: `mentorship ${mentorshipId}`,
    })
  }
  ctx.push({ to: personIds, event: { type: 'mentorship.changed', mentorship: mentorshipId } })
}

export async function notifyLeft(ctx: ListenerCtx, { mentorshipId, personIds, goneId, ending }: MembersLeft): Promise<void> {
  const isFarewell = ending?.isReadable === true
  for (const personId of personIds.filter((id) => id !== goneId)) {
    await notifyPerson(ctx, {
      personId,
      kind: 'mentorship',
      template: isFarewell ? 'farewellClosed' : 'mentorshipEnded',
      values: {},
      link: isFarewell ? `/mentorship/farewell/${mentorshipId}` : '/mentorship',
      onceKey: `mentorship ended ${mentorshipId}`,
    })
  }
}
