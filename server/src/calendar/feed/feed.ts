import { DAY_MS } from '@saathi/contract/core/time'
import type { Ctx, PublicCtx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import { findFeedEvents, findFeedOwner, findOpenGeneration, updateFeedClosed, upsertFeed } from './store.ts'
import { type FeedClaims, type FeedTokens, feedTokens } from './token.ts'
import { icsEventOf, icsOf } from '../ics.ts'

/** Past events stay for a while; years of them would only slow the feed down. */
const DAYS_BACK = 30
/** People who look after many pairs have many events. */
const MAX_EVENTS = 3000

const urlOf = ({ linkTo }: Pick<Ctx, 'linkTo'>, tokens: FeedTokens, claims: FeedClaims): string =>
  linkTo(`/api/v2/mentorships/calendar-feed/${tokens.make(claims)}/`)

/** Null until a feed is created, and after it is closed. */
export async function feedUrlOf(ctx: Pick<Ctx, 'db' | 'linkTo'>, secret: Uint8Array, personId: number): Promise<string | null> {
  const generation = await findOpenGeneration(ctx.db, personId)
  return generation === null ? null : urlOf(ctx, feedTokens(secret), { personId, generation })
}

export async function openFeed(ctx: Ctx, tokens: FeedTokens): Promise<{ feedUrl: string }> {
  const { personId } = ctx.actor
  const generation = await upsertFeed(ctx.db, personId)
  return { feedUrl: urlOf(ctx, tokens, { personId, generation }) }
}

export async function closeFeed(ctx: Ctx): Promise<Record<string, never>> {
  await updateFeedClosed(ctx.db, ctx.actor.personId)
  return {}
}

/** Null for any reason: an expired URL reveals nothing about its owner. */
export async function writeFeed(ctx: PublicCtx, claims: FeedClaims): Promise<string | null> {
  const owner = await findFeedOwner(ctx.db, claims)
  if (!owner) return null
  const from = new Date(ctx.now().getTime() - DAYS_BACK * DAY_MS)
  const events = await findFeedEvents(ctx.db, claims.personId, { from, limit: MAX_EVENTS })
  return icsOf(
    events.map((event) => icsEventOf(ctx.linkTo, event)),
    { now: ctx.now(), method: 'PUBLISH', name: findText(owner.language)('app.name') },
  )
}
