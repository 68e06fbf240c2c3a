import { can } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { ownerOnly, ownPurposes, type Purposes } from '#core/files/purposes.ts'
import {
  findMembers,
  findMentorship,
  findMentorshipWithMembers,
  findMentorshipsOf,
  lockMembership,
  type MemberRow,
  type MentorshipRow,
  canSeeEachOther,
} from './store.ts'

/** The part of the request context that access checks need. */
export type ViewerCtx = Pick<Ctx, 'db' | 'actor'>
/** A mentorship with all its current and former members, and the viewer's own membership. */
export type Membership = { mentorship: MentorshipRow; members: readonly MemberRow[]; me: MemberRow }

const mentorshipNotFound = () => notFound('mentorship.not_found')

/** Other people's mentorships and unknown ids get the same error. */
export async function requireMembership({ db, actor }: ViewerCtx, id: number): Promise<Membership> {
  const found = await findMentorshipWithMembers(db, id)
  const me = found?.members.find(({ personId }) => personId === actor.personId)
  if (!found || !me) throw mentorshipNotFound()
  return { ...found, me }
}

/** For other domains: the mentorship, the viewer's membership, all current members, and those the viewer may see. */
export type Inside = {
  mentorship: MentorshipRow
  me: MemberRow
  members: readonly MemberRow[]
  visible: readonly MemberRow[]
}

/** Former members are treated as outsiders. */
export async function requireInside(ctx: ViewerCtx, id: number): Promise<Inside> {
  const membership = await requireMembership(ctx, id)
  const { mentorship, members, me } = membership
  if (me.leftAt !== null) throw mentorshipNotFound()
  const { partners, pairManager } = visibilityOf(membership)
  return {
    mentorship,
    me,
    members: members.filter(({ leftAt }) => leftAt === null),
    visible: pairManager ? [...partners, pairManager] : partners,
  }
}

/** For writes: a member cannot be removed during the transaction, and one who has been is refused. */
export async function lockInside(ctx: ViewerCtx, id: number): Promise<Inside> {
  await lockMembership(ctx.db, id, ctx.actor.personId)
  return requireInside(ctx, id)
}

/** The viewer's own memberships, in list order. */
export async function findMemberships({ db, actor }: ViewerCtx, limit: number): Promise<Membership[]> {
  const mentorships = await findMentorshipsOf(db, actor.personId, limit)
  const ids = mentorships.map(({ id }) => id)
  const byMentorship = Map.groupBy(await findMembers(db, ids), ({ mentorshipId }) => mentorshipId)
  return mentorships.flatMap((mentorship) => {
    const members = byMentorship.get(mentorship.id) ?? []
    const me = members.find(({ personId }) => personId === actor.personId)
    return me ? [{ mentorship, members, me }] : []
  })
}

export function requirePartner(visible: readonly MemberRow[], personId: number): MemberRow {
  const partner = visible.find((member) => member.personId === personId)
  if (!partner) throw mentorshipNotFound()
  return partner
}

/** For staff: mentorships of other programmes and unknown ids get the same error. */
export async function requireManaged({ db, actor }: ViewerCtx, id: number): Promise<MentorshipRow> {
  const mentorship = await findMentorship(db, id)
  if (!mentorship || !can(actor, 'staff.mentorships', mentorship.projectId)) throw mentorshipNotFound()
  return mentorship
}

/**
 * For staff who work with a pair. Coordinators have access to the pairs they manage; all others get the same error as unknown
 * ids.
 */
export async function requireWorkedOn({ db, actor }: ViewerCtx, id: number): Promise<MentorshipRow> {
  const mentorship = await findMentorship(db, id)
  if (!mentorship || !can(actor, 'staff.pair_work', mentorship.projectId)) throw mentorshipNotFound()
  if (can(actor, 'staff.pairs_all', mentorship.projectId)) return mentorship
  const manages = ({ part, personId, leftAt }: MemberRow) =>
    part === 'pair_manager' && personId === actor.personId && leftAt === null
  if (!(await findMembers(db, [id])).some(manages)) throw mentorshipNotFound()
  return mentorship
}

/**
 * Decides in one place whom the reader may see. A mentee sees the mentor, a mentor the mentees, the pair manager everybody;
 * fellow mentees are only counted. Former members see who was there when they left, and nothing that happened afterwards.
 */
export type Visibility = {
  partners: readonly MemberRow[]
  pairManager: MemberRow | null
  /** Fellow mentees; only counts of them may be shown. */
  fellows: readonly MemberRow[]
  /** The reader is still a member and may see the others' progress. */
  isInside: boolean
}

export function visibilityOf({ members, me }: Membership): Visibility {
  const wasThere = ({ leftAt }: MemberRow) => (me.leftAt === null ? leftAt === null : leftAt === null || leftAt >= me.leftAt)
  const others = members.filter((member) => member.personId !== me.personId && wasThere(member))
  const participants = others.filter(({ part }) => part !== 'pair_manager')
  const isFellow = ({ part }: MemberRow) => me.part === 'mentee' && part === 'mentee'
  return {
    partners: participants.filter((member) => !isFellow(member)),
    pairManager: others.find(({ part }) => part === 'pair_manager') ?? null,
    fellows: participants.filter(isFellow),
    isInside: me.leftAt === null,
  }
}

const { profile_picture: own } = ownPurposes

/** Profile pictures are visible to partners during an ongoing mentorship. */
export const picturePurposes: Purposes = own
  ? {
      profile_picture: {
        ...own,
        mayRead: async (ctx, file) =>
          (await ownerOnly(ctx, file)) || (await canSeeEachOther(ctx.db, ctx.actor.personId, file.ownerId)),
      },
    }
  : {}
