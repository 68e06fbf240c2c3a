import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { sightOf } from './sight.ts'
import { findMembers, findMentorship, findMentorshipsOf, lockMembership, type MemberRow, type MentorshipRow } from './store.ts'

/** All a door needs of the world. */
export type Asked = Pick<Ctx, 'db' | 'actor'>
/** A mentorship with all who are or were in it, and the reader's own place there. */
export type Membership = { mentorship: MentorshipRow; members: readonly MemberRow[]; me: MemberRow }

const notThere = () => notFound('mentorship.not_found', 'There is no such mentorship.')

/** Another pair's and one that never was answer alike. */
export async function requireMembership({ db, actor }: Asked, id: number): Promise<Membership> {
  const mentorship = await findMentorship(db, id)
  const members = await findMembers(db, [id])
  const me = members.find(({ personId }) => personId === actor.personId)
  if (!mentorship || !me) throw notThere()
  return { mentorship, members, me }
}

/** For rooms that come later: the mentorship, one's own place in it, everybody who is in it now, and whom of them one may see. */
export type Inside = {
  mentorship: MentorshipRow
  me: MemberRow
  members: readonly MemberRow[]
  seen: readonly MemberRow[]
}

/** Who has left is outside, as everybody else is. */
export async function requireInside(asked: Asked, id: number): Promise<Inside> {
  const membership = await requireMembership(asked, id)
  const { mentorship, members, me } = membership
  if (me.leftAt !== null) throw notThere()
  const { partners, pairManager } = sightOf(membership)
  return {
    mentorship,
    me,
    members: members.filter(({ leftAt }) => leftAt === null),
    seen: pairManager ? [...partners, pairManager] : partners,
  }
}

/** For what writes: nobody is let out in the middle of it, and who has been by then is outside. */
export async function lockInside(asked: Asked, id: number): Promise<Inside> {
  await lockMembership(asked.db, id, asked.actor.personId)
  return requireInside(asked, id)
}

/** The reader's own, in the order of their list. */
export async function findMemberships({ db, actor }: Asked, limit: number): Promise<Membership[]> {
  const mentorships = await findMentorshipsOf(db, actor.personId, limit)
  const ids = mentorships.map(({ id }) => id)
  const byMentorship = Map.groupBy(await findMembers(db, ids), ({ mentorshipId }) => mentorshipId)
  return mentorships.flatMap((mentorship) => {
    const members = byMentorship.get(mentorship.id) ?? []
    const me = members.find(({ personId }) => personId === actor.personId)
    return me ? [{ mentorship, members, me }] : []
  })
}

export function requirePartner(seen: readonly MemberRow[], personId: number): MemberRow {
  const partner = seen.find((member) => member.personId === personId)
  if (!partner) throw notThere()
  return partner
}

/** Staff act on every mentorship that is there. */
export async function requireMentorship({ db }: Asked, id: number): Promise<MentorshipRow> {
  const mentorship = await findMentorship(db, id)
  if (!mentorship) throw notThere()
  return mentorship
}
