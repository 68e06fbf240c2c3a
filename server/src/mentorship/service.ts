import type { NextFacts, NextMentorshipSession } from '@saathi/contract/accounts/next-facts'
import type { Member, Mentorship, PartnerProfile } from '@saathi/contract/mentorship/entities'
import { MENTORSHIPS_MAX } from '@saathi/contract/mentorship/calls'
import type { Ctx } from '#core/ctx.ts'
import { findSessionCards, hasCurriculum, nextSessionOf, requireCurriculum } from '#learning/public.ts'
import { findMemberships, type Membership, requireMembership, requirePartner } from './access.ts'
import { showMember, showMembers, shownOf } from './show-member.ts'
import { type Sight, sightOf } from './sight.ts'
import type { MemberRow } from './store.ts'

/** One's own; while the area is held back there is nothing to see in it. */
export async function listMentorships(ctx: Ctx, limit = MENTORSHIPS_MAX): Promise<{ mentorships: Mentorship[] }> {
  if (!(await hasCurriculum(ctx))) return { mentorships: [] }
  const memberships = await findMemberships(ctx, limit)
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

/** More than anybody goes through at once; who looks after more has a list of their own. */
const NEXT_MENTORSHIPS = 10
/** Of each mentorship those under way, and what comes next. */
const NEXT_WALKS = { page: 1, size: 2 }

type NextPart = Pick<NextFacts, 'partners' | 'walks' | 'looksAfter' | 'hadMentorship'>

/** What the next step is decided from: with whom one is, and which sessions are open together. */
export async function findNextPart(ctx: Ctx): Promise<NextPart> {
  const { mentorships } = await listMentorships(ctx, NEXT_MENTORSHIPS)
  const own = mentorships.filter(({ part }) => part !== 'pair_manager')
  const active = own.filter(({ isActive }) => isActive)
  const walks: NextMentorshipSession[] = []
  for (const { id } of active) walks.push(...(await findOpenWalks(ctx, id)))
  return {
    partners: active.flatMap(({ id, startedAt, partners }) => {
      const [first] = partners
      if (!first || first.part === 'pair_manager') return []
      const { userId, firstName, displayPicture, part } = first
      const who = { userId, firstName, displayPicture, part, people: partners.length }
      return [{ mentorship: id, ...who, startedAt, channel: null, hasWritten: false }]
    }),
    walks,
    looksAfter: mentorships.some(({ part, isActive }) => part === 'pair_manager' && isActive),
    hadMentorship: own.some(({ isActive }) => !isActive),
  }
}

async function findOpenWalks({ db, actor }: Ctx, mentorship: number): Promise<NextMentorshipSession[]> {
  const reader = { ...actor, mentorshipId: mentorship }
  const begun = await findSessionCards(db, reader, { begun: true, ongoing: true }, NEXT_WALKS)
  const open = await findSessionCards(db, reader, { notStarted: true }, NEXT_WALKS)
  return [...begun.sessions, ...open.sessions].flatMap((card) => {
    const { endDate, sessionStatus } = card
    if (endDate === null) return []
    return [{ mentorship, session: nextSessionOf(card), endDate, isBegun: sessionStatus !== 'NOT_STARTED' }]
  })
}
