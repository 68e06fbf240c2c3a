import type { NextFacts, NextSession } from '@saathi/contract/accounts/next-facts'
import type { SessionCard } from '@saathi/contract/learning/entities'
import { remainingMinutes, SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import type { Ctx } from '#core/ctx.ts'
import { requireOpenSession } from './access.ts'
import { countCompletedHubSessions } from './progress-store.ts'
import {
  type CardPage,
  deleteBookmark,
  findSessionCards,
  insertBookmark,
  lockBookmark,
  type Page,
  insertPreferredTags,
} from './store.ts'

// The lists contain only the actor's own data and ignore the experience flags, so they need no access check.

export function listSessions(
  ctx: Ctx,
  { notStarted, bookmark, ...page }: { notStarted: boolean; bookmark: boolean } & Page,
): Promise<CardPage> {
  return findSessionCards(ctx.db, ctx.actor, { notStarted, bookmarked: bookmark }, page)
}

export function listMySessions(ctx: Ctx, { ongoingSession, ...page }: { ongoingSession: boolean } & Page): Promise<CardPage> {
  return findSessionCards(ctx.db, ctx.actor, { started: true, ongoing: ongoingSession }, page)
}

/** `requested` sets the bookmark explicitly; without it the bookmark is toggled. */
export async function toggleBookmark(
  ctx: Ctx,
  sessionId: number,
  requested?: boolean,
): Promise<{ session: number; isBookmarked: boolean }> {
  const { id: session } = (await requireOpenSession(ctx, { session: sessionId })).card
  const { personId } = ctx.actor
  await lockBookmark(ctx.db, personId, session)
  const isNew = requested !== false && (await insertBookmark(ctx.db, personId, session, ctx.now()))
  const isBookmarked = requested ?? isNew
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

/** Learning-hub facts for the next-step card: the ongoing session, the next session and the completed count. */
export async function findHubFacts({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<Omit<NextFacts['hub'], 'isOpen'>> {
  const [ongoing] = (await findSessionCards(db, actor, { started: true, ongoing: true }, FIRST)).sessions
  const [next] = (await findSessionCards(db, actor, { notStarted: true }, FIRST)).sessions
  return {
    completed: await countCompletedHubSessions(db, actor.personId),
    needed: SESSIONS_TO_UNLOCK,
    ongoing: ongoing ? nextSessionOf(ongoing) : null,
    next: next ? nextSessionOf(next) : null,
  }
}

/** Adds to the person's preferred tags; earlier ones are kept. */
export function setPreferredTags(ctx: Pick<Ctx, 'db'>, personId: number, tagKeys: readonly string[]): Promise<void> {
  return insertPreferredTags(ctx.db, personId, tagKeys)
}
