import type { Member, Mentorship, PartnerProfile } from '@saathi/contract/mentorship/entities'
import { MENTORSHIPS_MAX } from '@saathi/contract/mentorship/calls'
import type { Ctx } from '#core/ctx.ts'
import { hasCurriculum, requireCurriculum } from '#learning/face.ts'
import { findMemberships, type Membership, requireMembership, requirePartner } from './access.ts'
import { showMember, showMembers, shownOf } from './show-member.ts'
import { type Sight, sightOf } from './sight.ts'
import type { MemberRow } from './store.ts'

/** One's own; while the area is held back there is nothing to see in it. */
export async function listMentorships(ctx: Ctx): Promise<{ mentorships: Mentorship[] }> {
  if (!(await hasCurriculum(ctx))) return { mentorships: [] }
  const memberships = await findMemberships(ctx, MENTORSHIPS_MAX)
  const everybody = memberships.flatMap(({ members }) => members)
  const shown = await showMembers(ctx, everybody)
  return { mentorships: memberships.map((membership) => describe(membership, shown)) }
}

export async function getMentorship(ctx: Ctx, id: number): Promise<Mentorship> {
  const membership = await requireMembership(ctx, id)
  await requireCurriculum(ctx)
  return describe(membership, await showMembers(ctx, membership.members))
}

export async function getPartnerProfile(ctx: Ctx, id: number, personId: number): Promise<PartnerProfile> {
  const membership = await requireMembership(ctx, id)
  const sight = sightOf(membership)
  const { partners, pairManager } = sight
  const partner = requirePartner(pairManager ? [...partners, pairManager] : partners, personId)
  await requireCurriculum(ctx)
  return { ...asSeen(sight, await showMember(ctx, partner)), mentorship: id, joinedAt: partner.joinedAt.toISOString() }
}

/** To who is out of it nobody is in it any more: whether the others go on is nothing they hear of, nor what they show of themselves. */
const asSeen = ({ isInside }: Sight, member: Member): Member =>
  isInside ? member : { ...member, isActive: false, displayPicture: null, bio: '' }

function describe(membership: Membership, shown: ReadonlyMap<MemberRow, Member>): Mentorship {
  const { mentorship, me } = membership
  const sight = sightOf(membership)
  const { partners, pairManager, fellows } = sight
  const manager = pairManager && shown.get(pairManager)
  return {
    id: mentorship.id,
    groupType: mentorship.groupType,
    programme: mentorship.programme,
    isActive: me.leftAt === null,
    startedAt: mentorship.startedAt.toISOString(),
    endedAt: me.leftAt?.toISOString() ?? null,
    part: me.part,
    partners: shownOf(shown, partners).map((member) => asSeen(sight, member)),
    pairManager: manager ? asSeen(sight, manager) : null,
    memberCount: partners.length + fellows.length + (me.part === 'pair_manager' ? 0 : 1),
    otherMentees: fellows.length,
  }
}
