import type { NextFacts, NextSession } from '@saathi/contract/accounts/next-facts'
import type { SessionCard } from '@saathi/contract/learning/entities'
import { remainingMinutes } from '@saathi/contract/learning/progress'
import { SESSIONS_TO_UNLOCK } from '@saathi/contract/accounts/unlock'
import type { Ctx } from '#core/ctx.ts'
import { requireOpenSession } from './access.ts'
import { countCompletedHubSessions } from './progress-store.ts'
import { type CardPage, deleteBookmark, findSessionCards, insertBookmark, lockBookmark, type Page } from './store.ts'

// The lists are the actor's own and open to everyone, whatever the experience flags say, so there is no door to pass.

export function listSessions(
  ctx: Ctx,
  { notStarted, bookmark, ...page }: { notStarted: boolean; bookmark: boolean } & Page,
): Promise<CardPage> {
  return findSessionCards(ctx.db, ctx.actor, { notStarted, bookmarked: bookmark }, page)
}

export function listMySessions(ctx: Ctx, { ongoingSession, ...page }: { ongoingSession: boolean } & Page): Promise<CardPage> {
  return findSessionCards(ctx.db, ctx.actor, { begun: true, ongoing: ongoingSession }, page)
}

/** `wish`: how it is to stand; without one it is turned. */
export async function toggleBookmark(
  ctx: Ctx,
  sessionId: number,
  wish?: boolean,
): Promise<{ session: number; isBookmarked: boolean }> {
  const { id: session } = (await requireOpenSession(ctx, { session: sessionId })).card
  const { personId } = ctx.actor
  await lockBookmark(ctx.db, personId, session)
  const isNew = wish !== false && (await insertBookmark(ctx.db, personId, session, ctx.now()))
  const isBookmarked = wish ?? isNew
  if (!isBookmarked) await deleteBookmark(ctx.db, personId, session)
  ctx.push({ to: [personId], event: { type: 'learning.bookmark_changed', session, isBookmarked } })
  return { session, isBookmarked }
}

export const nextSessionOf = (card: SessionCard): NextSession => ({
  id: card.id,
  title: card.localeTitle,
  banner: card.banner,
  color: card.color,
  minutesLeft: remainingMinutes(card),
})

const FIRST = { page: 1, size: 1 }

/** What the next step is decided from: the session at hand, the one to start, and how far one has come. */
export async function findHubFacts({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<Omit<NextFacts['hub'], 'isOpen'>> {
  const [ongoing] = (await findSessionCards(db, actor, { begun: true, ongoing: true }, FIRST)).sessions
  const [next] = (await findSessionCards(db, actor, { notStarted: true }, FIRST)).sessions
  return {
    completed: await countCompletedHubSessions(db, actor.personId),
    needed: SESSIONS_TO_UNLOCK,
    ongoing: ongoing ? nextSessionOf(ongoing) : null,
    next: next ? nextSessionOf(next) : null,
  }
}
