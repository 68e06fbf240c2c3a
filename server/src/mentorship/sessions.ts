import type { SessionCard } from '@saathi/contract/learning/entities'
import { MENTORSHIPS_MAX } from '@saathi/contract/mentorship/calls'
import type { MentorshipCard, MentorshipSession, PartnerStatus } from '@saathi/contract/mentorship/entities'
import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import {
  describeSession,
  findSessionCards,
  hasCurriculum,
  type Page,
  readMemberProgress,
  requireSession,
  type MemberProgress,
  type SessionFilter,
} from '#learning/public.ts'
import { findMemberships, type Membership, requireMembership, type Visibility, visibilityOf } from './access.ts'
import { badgeOf } from './badges.ts'

type CardPage = { sessions: MentorshipCard[]; hasNextPage: boolean }
type ListQuery = { mentorship?: number | undefined } & Page

/** All sessions while the mentorship is ongoing; after its end, or while the area is locked, only started ones. */
export async function listSessions(ctx: Ctx, { notStarted, ...query }: { notStarted: boolean } & ListQuery): Promise<CardPage> {
  const membership = await findMembership(ctx, query.mentorship)
  const canSeeOthers = await hasCurriculum(ctx)
  const isOpen = canSeeOthers && membership?.me.leftAt === null
  if (!isOpen && notStarted) return { sessions: [], hasNextPage: false }
  return listCards(ctx, { membership, canSeeOthers }, isOpen ? { notStarted } : { started: true }, query)
}

export async function listMySessions(
  ctx: Ctx,
  { ongoingSession, ...query }: { ongoingSession: boolean } & ListQuery,
): Promise<CardPage> {
  const filter = { started: true, ongoing: ongoingSession }
  const canSeeOthers = await hasCurriculum(ctx)
  if (!canSeeOthers && query.mentorship === undefined) return listStarted(ctx, filter, query)
  return listCards(ctx, { membership: await findMembership(ctx, query.mentorship), canSeeOthers }, filter, query)
}

/** While the area is locked the client knows no mentorship ids, so this lists started sessions of all mentorships. */
async function listStarted(ctx: Ctx, filter: SessionFilter, { page, size }: Page): Promise<CardPage> {
  const [start, end] = [(page - 1) * size, page * size]
  const sessions: MentorshipCard[] = []
  for (const membership of await findMemberships(ctx, MENTORSHIPS_MAX)) {
    const part = await listCards(ctx, { membership, canSeeOthers: false }, filter, { page: 1, size: end + 1 })
    sessions.push(...part.sessions)
  }
  return { sessions: sessions.slice(start, end), hasNextPage: sessions.length > end }
}

/** The requested mentorship, else the newest ongoing one, else the last one. */
async function findMembership(ctx: Ctx, id: number | undefined): Promise<Membership | null> {
  if (id !== undefined) return requireMembership(ctx, id)
  const [newest = null] = await findMemberships(ctx, 1)
  return newest
}

/** `canSeeOthers`: the area is open to the reader, who may see the others' progress. */
type CardScope = { membership: Membership | null; canSeeOthers: boolean }

async function listCards(
  ctx: Ctx,
  { membership, canSeeOthers }: CardScope,
  filter: SessionFilter,
  page: Page,
): Promise<CardPage> {
  if (!membership) return { sessions: [], hasNextPage: false }
  const mentorshipId = membership.mentorship.id
  const { sessions, hasNextPage } = await findSessionCards(ctx.db, { ...ctx.actor, mentorshipId }, filter, page)
  const all = await readMemberProgress(ctx.db, mentorshipId, ctx.actor.language)
  const progress = canSeeOthers ? all : ownOf(ctx, all)
  const mine = ownOf(ctx, progress)
  return {
    sessions: sessions.map((card) => ({ ...withOthers(card, membership, progress), ...resumeFields(card, mine) })),
    hasNextPage,
  }
}

/** The resume step of a session that is started and not finished. */
function resumeFields({ id }: SessionCard, mine: readonly MemberProgress[]): Pick<MentorshipCard, 'resumeStep' | 'resumeNumber'> {
  const entry = mine.find(({ sessionId }) => sessionId === id)
  const place = entry?.steps.findIndex(({ key }) => key === entry.currentKey) ?? -1
  const step = entry?.steps[place]
  return { resumeStep: step?.id ?? null, resumeNumber: step ? place + 1 : null }
}

export async function getSession(ctx: Ctx, id: number, mentorship: number | undefined): Promise<MentorshipSession> {
  const session = await requireSession(ctx, { session: id, mentorship })
  // Hub sessions are read through the learning-hub calls.
  if (session.mentorshipId === null) throw notFound('learning.session_not_found')
  const membership = await requireMembership(ctx, session.mentorshipId)
  const progress = await readMemberProgress(ctx.db, session.mentorshipId, ctx.actor.language)
  const known = (await hasCurriculum(ctx)) ? progress : ownOf(ctx, progress)
  return withOthers(await describeSession(ctx, session), membership, known)
}

/** Sessions that were not started are reported as not found. */
export async function getMySession(ctx: Ctx, id: number, mentorship: number | undefined): Promise<MentorshipSession> {
  const session = await getSession(ctx, id, mentorship)
  if (session.sessionStatus === 'NOT_STARTED') throw notFound('learning.session_not_found')
  return session
}

/** While the area is locked, readers see only their own progress. */
const ownOf = ({ actor }: Ctx, progress: readonly MemberProgress[]) =>
  progress.filter(({ personId }) => personId === actor.personId)

/** Adds the progress of the others, as far as the reader may see it. */
function withOthers<T extends SessionCard>(card: T, membership: Membership, progress: readonly MemberProgress[]) {
  const { partners, fellows, isInside }: Visibility = visibilityOf(membership)
  const here = new Map(progress.filter(({ sessionId }) => sessionId === card.id).map((entry) => [entry.personId, entry]))
  const mine = here.get(membership.me.personId)
  const entriesOf = (members: Visibility['partners']) =>
    isInside ? members.flatMap(({ personId }) => here.get(personId) ?? []) : []
  const inSight = entriesOf(partners)
  const others = entriesOf(fellows)
  return {
    ...card,
    mentorship: membership.mentorship.id,
    isOpen: mine?.isOpen ?? false,
    partnerStatus: statusTogether([...inSight, ...others].map(statusOf)),
    partnerCompletedSteps: inSight.map((entry) => ({
      userId: entry.personId,
      completedSteps: entry.doneKeys.size,
      partnerStatus: statusOf(entry),
    })),
    others: {
      total: others.length,
      started: others.filter(({ isStarted }) => isStarted).length,
      completed: others.filter(({ completedAt }) => completedAt !== null).length,
    },
    badge: mine ? badgeOf(mine) : null,
  }
}

export function statusOf({ isStarted, completedAt }: Pick<MemberProgress, 'isStarted' | 'completedAt'>): PartnerStatus {
  if (completedAt !== null) return 'COMPLETED'
  return isStarted ? 'ONGOING' : 'NOT_STARTED'
}

/** Combined status: completed when all are, ongoing when anybody has started. */
export function statusTogether(statuses: readonly PartnerStatus[]): PartnerStatus {
  if (statuses.length > 0 && statuses.every((status) => status === 'COMPLETED')) return 'COMPLETED'
  return statuses.some((status) => status !== 'NOT_STARTED') ? 'ONGOING' : 'NOT_STARTED'
}
