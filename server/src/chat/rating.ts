import type { Ctx } from '#core/ctx.ts'
import { badField } from '#core/errors.ts'
import { noSuchChannel, requireChannel } from './access.ts'
import { findBot } from './bot-store.ts'
import { findAnswersAfter, findLastRating, insertRating } from './rating-store.ts'

/** A conversation that has rested for so long is over for now. The page asks again five minutes after what was said. */
const RESTED_MS = 4 * 60_000
/** Who has rated or skipped is left in peace until tomorrow. */
const PAUSE_MS = 24 * 60 * 60_000
const questions = new Set(['Accuracy of information provided?', 'Relevance of information shared?', 'Query resolution?'])

/** Only one's own channel of the assistant can be rated. */
async function requireAssistant(ctx: Ctx, channelId: number): Promise<void> {
  const { kind } = await requireChannel(ctx, channelId)
  if (kind !== 'assistant') throw noSuchChannel()
}

async function findUnrated({ db, actor }: Ctx, channelId: number) {
  const rated = await findLastRating(db, channelId, actor.personId)
  return { rated, answers: await findAnswersAfter(db, channelId, await findBot(db), rated?.messageId ?? 0) }
}

export async function getRatingStatus(ctx: Ctx, channelId: number): Promise<{ isRatingDue: boolean; since: string | null }> {
  await requireAssistant(ctx, channelId)
  const { rated, answers } = await findUnrated(ctx, channelId)
  const now = ctx.now().getTime()
  const isLeftInPeace = rated !== null && now - rated.ratedAt.getTime() < PAUSE_MS
  if (!answers || isLeftInPeace || now - answers.lastAt.getTime() < RESTED_MS) return { isRatingDue: false, since: null }
  return { isRatingDue: true, since: answers.firstAt.toISOString() }
}

/** Skipped it is kept, too, so that nobody is asked again for the same. With nothing new to rate, nothing is kept. */
export async function rateAssistant(
  ctx: Ctx,
  channelId: number,
  marks: Readonly<Record<string, number | null>>,
): Promise<Record<string, never>> {
  await requireAssistant(ctx, channelId)
  if (!Object.keys(marks).every((question) => questions.has(question))) throw badField('rating', 'This was not asked.')
  const { answers } = await findUnrated(ctx, channelId)
  const { personId } = ctx.actor
  if (answers) await insertRating(ctx.db, { channelId, personId, messageId: answers.lastId, marks, ratedAt: ctx.now() })
  return {}
}
