import { DAY_MS } from '@saathi/contract/core/time'
import type { Ctx } from '#core/ctx.ts'
import { badField } from '#core/errors.ts'
import { noSuchChannel, requireChannel } from '../access.ts'
import { findBot, findAnswersAfter, findLastRating, insertRating } from './store.ts'

/** A conversation idle for this long is over for now. The page asks again five minutes after the last message. */
const RESTED_MS = 4 * 60_000
/** After a rating or a skip, nobody is asked again for a day. */
const PAUSE_MS = DAY_MS
const questions = new Set(['Accuracy of information provided?', 'Relevance of information shared?', 'Query resolution?'])

/** A person's own assistant channel. */
export async function requireAssistant(ctx: Ctx, channelId: number): Promise<void> {
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

/** A skip is stored, too, so that nobody is asked again. Without new answers, nothing is stored. */
export async function rateAssistant(
  ctx: Ctx,
  channelId: number,
  marks: Readonly<Record<string, number | null>>,
): Promise<Record<string, never>> {
  await requireAssistant(ctx, channelId)
  if (!Object.keys(marks).every((question) => questions.has(question))) throw badField('rating', 'not_a_question')
  const { answers } = await findUnrated(ctx, channelId)
  const { personId } = ctx.actor
  if (answers) await insertRating(ctx.db, { channelId, personId, messageId: answers.lastId, marks, ratedAt: ctx.now() })
  return {}
}
