import type { SessionCard } from '@saathi/contract/learning/entities'
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
} from '#learning/face.ts'
import { type Membership, requireMembership } from './access.ts'
import { badgeOf } from './badges.ts'
import { statusOf, statusTogether } from './partner-status.ts'
import { type Sight, sightOf } from './sight.ts'
import { findMembers, findMentorshipsOf } from './store.ts'

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
  const membership = await findNamed(ctx, asked.mentorship)
  return listCards(ctx, { membership, mayKnow: await hasCurriculum(ctx) }, { begun: true, ongoing: ongoingSession }, asked)
}

/** The one that is named, or else the newest that goes on, or else the last one there was. */
async function findNamed(ctx: Ctx, id: number | undefined): Promise<Membership | null> {
  if (id !== undefined) return requireMembership(ctx, id)
  const [mentorship] = await findMentorshipsOf(ctx.db, ctx.actor.personId, 1)
  if (!mentorship) return null
  const members = await findMembers(ctx.db, [mentorship.id])
  const me = members.find(({ personId }) => personId === ctx.actor.personId)
  return me ? { mentorship, members, me } : null
}

/** `mayKnow`: the area is open to the reader, and with it how the others stand. */
type Reading = { membership: Membership | null; mayKnow: boolean }

async function listCards(ctx: Ctx, { membership, mayKnow }: Reading, wanted: Wanted, page: Page): Promise<CardPage> {
  if (!membership) return { sessions: [], hasNextPage: false }
  const mentorshipId = membership.mentorship.id
  const { sessions, hasNextPage } = await findSessionCards(ctx.db, { ...ctx.actor, mentorshipId }, wanted, page)
  const all = await readWalked(ctx.db, mentorshipId, ctx.actor.language)
  const walked = mayKnow ? all : ownOf(ctx, all)
  return { sessions: sessions.map((card) => withOthers(card, membership, walked)), hasNextPage }
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
