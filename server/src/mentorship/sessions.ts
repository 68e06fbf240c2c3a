import type { SessionCard } from '@saathi/contract/learning/entities'
import { MENTORSHIPS_MAX } from '@saathi/contract/mentorship/calls'
import type { MentorshipCard, MentorshipSession } from '@saathi/contract/mentorship/entities'
import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import {
  describeSession,
  findSessionCards,
  hasCurriculum,
  type Page,
  readWalked,
  requireSession,
  type Walked,
  type Wanted,
} from '#learning/public.ts'
import { findMemberships, type Membership, requireMembership } from './access.ts'
import { badgeOf } from './badges.ts'
import { statusOf, statusTogether } from './partner-status.ts'
import { type Sight, sightOf } from './sight.ts'

type CardPage = { sessions: MentorshipCard[]; hasNextPage: boolean }
type Asked = { mentorship?: number | undefined } & Page

/** All while it goes on; afterwards, or while the area is held back, what was begun. */
export async function listSessions(ctx: Ctx, { notStarted, ...asked }: { notStarted: boolean } & Asked): Promise<CardPage> {
  const membership = await findNamed(ctx, asked.mentorship)
  const mayKnow = await hasCurriculum(ctx)
  const isOpen = mayKnow && membership?.me.leftAt === null
  if (!isOpen && notStarted) return { sessions: [], hasNextPage: false }
  return listCards(ctx, { membership, mayKnow }, isOpen ? { notStarted } : { begun: true }, asked)
}

export async function listMySessions(
  ctx: Ctx,
  { ongoingSession, ...asked }: { ongoingSession: boolean } & Asked,
): Promise<CardPage> {
  const wanted = { begun: true, ongoing: ongoingSession }
  const mayKnow = await hasCurriculum(ctx)
  if (!mayKnow && asked.mentorship === undefined) return listBegun(ctx, wanted, asked)
  return listCards(ctx, { membership: await findNamed(ctx, asked.mentorship), mayKnow }, wanted, asked)
}

/** While the area is held back none is told of that could be named: what was begun in any of them is here. */
async function listBegun(ctx: Ctx, wanted: Wanted, { page, size }: Page): Promise<CardPage> {
  const [start, end] = [(page - 1) * size, page * size]
  const sessions: MentorshipCard[] = []
  for (const membership of await findMemberships(ctx, MENTORSHIPS_MAX)) {
    const part = await listCards(ctx, { membership, mayKnow: false }, wanted, { page: 1, size: end + 1 })
    sessions.push(...part.sessions)
  }
  return { sessions: sessions.slice(start, end), hasNextPage: sessions.length > end }
}

/** The one that is named, or else the newest that goes on, or else the last one there was. */
async function findNamed(ctx: Ctx, id: number | undefined): Promise<Membership | null> {
  if (id !== undefined) return requireMembership(ctx, id)
  const [newest = null] = await findMemberships(ctx, 1)
  return newest
}

/** `mayKnow`: the area is open to the reader, and with it how the others stand. */
type Reading = { membership: Membership | null; mayKnow: boolean }

async function listCards(ctx: Ctx, { membership, mayKnow }: Reading, wanted: Wanted, page: Page): Promise<CardPage> {
  if (!membership) return { sessions: [], hasNextPage: false }
  const mentorshipId = membership.mentorship.id
  const { sessions, hasNextPage } = await findSessionCards(ctx.db, { ...ctx.actor, mentorshipId }, wanted, page)
  const all = await readWalked(ctx.db, mentorshipId, ctx.actor.language)
  const walked = mayKnow ? all : ownOf(ctx, all)
  const mine = ownOf(ctx, walked)
  return { sessions: sessions.map((card) => ({ ...withOthers(card, membership, walked), ...goingOn(card, mine) })), hasNextPage }
}

/** At which step one goes on, in what one has begun and not finished. */
function goingOn({ id }: SessionCard, mine: readonly Walked[]): Pick<MentorshipCard, 'resumeStep' | 'resumeNumber'> {
  const walk = mine.find(({ sessionId }) => sessionId === id)
  const place = walk?.steps.findIndex(({ key }) => key === walk.currentKey) ?? -1
  const step = walk?.steps[place]
  return { resumeStep: step?.id ?? null, resumeNumber: step ? place + 1 : null }
}

export async function getSession(ctx: Ctx, id: number, mentorship: number | undefined): Promise<MentorshipSession> {
  const session = await requireSession(ctx, { session: id, mentorship })
  // What stands in the learning hub is read there.
  if (session.mentorshipId === null) throw notFound('learning.session_not_found', 'There is no such session.')
  const membership = await requireMembership(ctx, session.mentorshipId)
  const walked = await readWalked(ctx.db, session.mentorshipId, ctx.actor.language)
  const known = (await hasCurriculum(ctx)) ? walked : ownOf(ctx, walked)
  return withOthers(await describeSession(ctx, session), membership, known)
}

/** One that was not begun is not among mine. */
export async function getMySession(ctx: Ctx, id: number, mentorship: number | undefined): Promise<MentorshipSession> {
  const session = await getSession(ctx, id, mentorship)
  if (session.sessionStatus === 'NOT_STARTED') throw notFound('learning.session_not_found', 'There is no such session.')
  return session
}

/** While the area is held back, one reads what one began and nothing of the others. */
const ownOf = ({ actor }: Ctx, walked: readonly Walked[]) => walked.filter(({ personId }) => personId === actor.personId)

/** How the others stand in it, as far as the reader may know. */
function withOthers<T extends SessionCard>(card: T, membership: Membership, walked: readonly Walked[]) {
  const { partners, fellows, isInside }: Sight = sightOf(membership)
  const here = new Map(walked.filter(({ sessionId }) => sessionId === card.id).map((walk) => [walk.personId, walk]))
  const mine = here.get(membership.me.personId)
  const walksOf = (members: Sight['partners']) => (isInside ? members.flatMap(({ personId }) => here.get(personId) ?? []) : [])
  const inSight = walksOf(partners)
  const others = walksOf(fellows)
  return {
    ...card,
    mentorship: membership.mentorship.id,
    isOpen: mine?.isOpen ?? false,
    partnerStatus: statusTogether([...inSight, ...others].map(statusOf)),
    partnerCompletedSteps: inSight.map((walk) => ({
      userId: walk.personId,
      completedSteps: walk.doneKeys.size,
      partnerStatus: statusOf(walk),
    })),
    others: {
      total: others.length,
      started: others.filter(({ isBegun }) => isBegun).length,
      completed: others.filter(({ completedAt }) => completedAt !== null).length,
    },
    badge: mine ? badgeOf(mine) : null,
  }
}
