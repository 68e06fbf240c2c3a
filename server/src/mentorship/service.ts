import { type NextFacts, type NextMentorshipSession, NEXT_SESSIONS_MAX } from '@saathi/contract/accounts/next-facts'
import { MENTORSHIPS_MAX } from '@saathi/contract/mentorship/calls'
import type { Member, Mentorship, PartnerProfile } from '@saathi/contract/mentorship/entities'
import { QUIZZES_PER_WEEK, streakOf } from '@saathi/contract/mentorship/progress'
import { linkToPictures, shownName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { findSessionCards, findWeeklyQuizzes, hasCurriculum, nextSessionOf, requireCurriculum } from '#learning/public.ts'
import { findMemberships, type Membership, requireMembership, requirePartner, type Visibility, visibilityOf } from './access.ts'
import { findUncelebrated, updateCelebrated } from './celebration-store.ts'
import { type FarewellRow, findFarewells, takesPart } from './farewell/store.ts'
import { streakWeeks } from './progress.ts'
import type { MemberRow } from './store.ts'

/** The viewer's own mentorships; empty while the area is locked. */
export async function listMentorships(ctx: Ctx, limit = MENTORSHIPS_MAX): Promise<{ mentorships: Mentorship[] }> {
  if (!(await hasCurriculum(ctx))) return { mentorships: [] }
  const memberships = await findMemberships(ctx, limit)
  const everybody = memberships.flatMap(({ members }) => members)
  const shown = await showMembers(ctx, everybody)
  const ids = memberships.map(({ mentorship }) => mentorship.id)
  const farewells = new Map((await findFarewells(ctx.db, ids)).map((farewell) => [farewell.mentorshipId, farewell]))
  return {
    mentorships: memberships.map((membership) => describe(membership, shown, farewells.get(membership.mentorship.id))),
  }
}

export async function getMentorship(ctx: Ctx, id: number): Promise<Mentorship> {
  const membership = await requireMembership(ctx, id)
  await requireCurriculum(ctx)
  const [farewell] = await findFarewells(ctx.db, [id])
  return describe(membership, await showMembers(ctx, membership.members), farewell)
}

export async function getPartnerProfile(ctx: Ctx, id: number, personId: number): Promise<PartnerProfile> {
  const membership = await requireMembership(ctx, id)
  const visibility = visibilityOf(membership)
  const { partners, pairManager } = visibility
  const partner = requirePartner(pairManager ? [...partners, pairManager] : partners, personId)
  await requireCurriculum(ctx)
  return {
    ...redactIfOutside(visibility, await showMember(ctx, partner)),
    mentorship: id,
    joinedAt: partner.joinedAt.toISOString(),
  }
}

/** Former members must not learn whether the others are still active, nor see their current picture and bio. */
const redactIfOutside = ({ isInside }: Visibility, member: Member): Member =>
  isInside ? member : { ...member, isActive: false, displayPicture: null, bio: '' }

function describe(membership: Membership, shown: ReadonlyMap<MemberRow, Member>, farewell: FarewellRow | undefined): Mentorship {
  const { mentorship, me } = membership
  const visibility = visibilityOf(membership)
  const { partners, pairManager, fellows } = visibility
  const manager = pairManager && shown.get(pairManager)
  return {
    id: mentorship.id,
    groupType: mentorship.groupType,
    programme: mentorship.programme,
    isActive: me.leftAt === null,
    startedAt: mentorship.startedAt.toISOString(),
    endedAt: me.leftAt?.toISOString() ?? null,
    part: me.part,
    partners: shownOf(shown, partners).map((member) => redactIfOutside(visibility, member)),
    pairManager: manager ? redactIfOutside(visibility, manager) : null,
    memberCount: partners.length + fellows.length + (me.part === 'pair_manager' ? 0 : 1),
    otherMentees: fellows.length,
    farewell:
      farewell && takesPart(me, farewell)
        ? { closesAt: farewell.closesAt.toISOString(), isClosed: farewell.closedAt !== null }
        : null,
  }
}

/** More than anybody has at once; people who manage more mentorships have a separate list. */
const NEXT_MENTORSHIPS = 10
/** Per mentorship: the ongoing sessions and the next ones. */
const NEXT_SESSIONS = { page: 1, size: 2 }

type MentorshipFacts = Pick<NextFacts, 'partners' | 'walks' | 'looksAfter' | 'hadMentorship' | 'streak'>

/** Mentorship facts for the next-step card: the partners and their open sessions. */
export async function findNextFacts(ctx: Ctx): Promise<MentorshipFacts> {
  const { mentorships } = await listMentorships(ctx, NEXT_MENTORSHIPS)
  const own = mentorships.filter(({ part }) => part !== 'pair_manager')
  const active = own.filter(({ isActive }) => isActive)
  const uncelebrated = await findUncelebrated(ctx.db, ctx.actor.personId)
  const walks: NextMentorshipSession[] = []
  for (const { id } of active) walks.push(...(await findOpenSessions(ctx, id)))
  return {
    partners: active.flatMap(({ id, startedAt, partners }) => {
      const [first] = partners
      if (!first || first.part === 'pair_manager') return []
      const { userId, firstName, userFullName: fullName, displayPicture, part } = first
      const who = { userId, firstName, fullName, displayPicture, part, people: partners.length }
      const isNew = uncelebrated.includes(id)
      return [{ mentorship: id, ...who, startedAt, channel: null, hasWritten: false, isNew, choseEachOther: false }]
    }),
    walks: walks.toSorted((a, b) => a.endDate.localeCompare(b.endDate)).slice(0, NEXT_SESSIONS_MAX),
    looksAfter: mentorships.some(({ part, isActive }) => part === 'pair_manager' && isActive),
    hadMentorship: own.some(({ isActive }) => !isActive),
    streak: active[0] ? await findStreak(ctx, active[0].id) : null,
  }
}

async function findStreak(ctx: Ctx, id: number): Promise<NextFacts['streak']> {
  const { me } = await requireMembership(ctx, id)
  const quizzes = await findWeeklyQuizzes(ctx.db, me.personId, me.joinedAt)
  const timestamps = streakWeeks(quizzes).map((time) => ({ timestamp: time.toISOString() }))
  const { count: weeks, isMaintained } = streakOf(timestamps, ctx.now())
  return weeks === 0 ? null : { mentorship: id, weeks, isMaintained, quizzesPerWeek: QUIZZES_PER_WEEK }
}

/** Idempotent. */
export async function markCelebrated(ctx: Ctx, id: number): Promise<void> {
  const { me } = await requireMembership(ctx, id)
  await updateCelebrated(ctx.db, id, me.personId, ctx.now())
}

async function findOpenSessions({ db, actor }: Ctx, mentorship: number): Promise<NextMentorshipSession[]> {
  const reader = { ...actor, mentorshipId: mentorship }
  const started = await findSessionCards(db, reader, { started: true, ongoing: true }, NEXT_SESSIONS)
  const open = await findSessionCards(db, reader, { notStarted: true }, NEXT_SESSIONS)
  return [...started.sessions, ...open.sessions].flatMap((card) => {
    const { endDate, sessionStatus } = card
    if (endDate === null) return []
    return [{ mentorship, session: nextSessionOf(card), endDate, isBegun: sessionStatus !== 'NOT_STARTED' }]
  })
}

/** Loads all pictures in one query. People who have left Saathi have neither name nor picture. */
export async function showMembers(ctx: Ctx, members: readonly MemberRow[]): Promise<Map<MemberRow, Member>> {
  const pictures = await linkToPictures(ctx, members)
  return new Map(members.map((member, at) => [member, show(ctx, member, pictures[at] ?? null)]))
}

async function showMember(ctx: Ctx, member: MemberRow): Promise<Member> {
  const [picture = null] = await linkToPictures(ctx, [member])
  return show(ctx, member, picture)
}

function show({ actor }: Ctx, member: MemberRow, picture: string | null): Member {
  const name = shownName(member, actor.language)
  const isGone = member.deletedAt !== null
  return {
    userId: member.personId,
    userFullName: name,
    firstName: isGone ? name : member.firstName,
    displayPicture: isGone ? null : picture,
    bio: isGone ? '' : member.bio,
    part: member.part,
    isPairManager: member.part === 'pair_manager',
    isActive: member.leftAt === null && !isGone,
  }
}

/** Looks up members that have already been converted. */
export const shownOf = (shown: ReadonlyMap<MemberRow, Member>, members: readonly MemberRow[]): Member[] =>
  members.flatMap((member) => shown.get(member) ?? [])
