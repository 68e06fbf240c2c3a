import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { inTransaction, type World } from '#core/ctx.ts'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { surelyAfter } from '#core/jobs/surely-after.ts'
import { readTopic, notifyPerson, wantsKind } from '#notices/public.ts'
import { findFlags } from './access.ts'
import { type AwayReader, findMentioned, type Mentioned, takeAwayReaders, updateNotTold } from './away-store.ts'
import type { ChatWriter } from './writer.ts'

/** Who has the conversation before their eyes has said so by then. */
const LOOKED_AT_WITHIN_MS = 15_000
/** What was said while nobody could be told, as after a restart, is told later, and what is older is no news. */
const NEWS_MS = 60 * 60_000
const AT_ONCE = 200

const topicOf = (channelId: number) => `chat ${channelId}`
const mentionTopicOf = (channelId: number) => `mention ${channelId}`

/** For all conversations together: however much is said, this is asked a few times a minute. */
export const tellAwayJob = defineJob({
  name: 'chat.tell_away',
  payload: z.strictObject({}),
  retry: { limit: 5, delaySeconds: 10, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 60,
  work: async (ctx) => {
    const now = ctx.now().getTime()
    const waited = { after: new Date(now - NEWS_MS), before: new Date(now - LOOKED_AT_WITHIN_MS), limit: AT_ONCE }
    const readers = await takeAwayReaders(ctx.db, waited)
    const mentioned = await findMentioned(ctx.db, waited)
    const told: Mentioned[] = []
    for (const each of mentioned) if (await tellMentioned(ctx, each)) told.push(each)
    const isTold = (reader: AwayReader) =>
      told.some(({ personId, channelId }) => personId === reader.personId && channelId === reader.channelId)
    // One message is one notice, and that it names the reader says more.
    for (const reader of readers) if (!isTold(reader)) await tellAway(ctx, reader)
    if (readers.length === AT_ONCE) await ctx.enqueue(tellAwayJob, {})
  },
})

/** Neither who has written nor what: a screen is read over shoulders. */
async function tellAway(ctx: ListenerCtx, { personId, channelId }: AwayReader): Promise<void> {
  if (!(await findFlags(ctx.db, personId)).mentorship) return
  await notifyPerson(ctx, {
    personId,
    kind: 'chat',
    template: 'chatWaiting',
    values: {},
    link: `/chat/messenger?channel=${channelId}`,
    topic: topicOf(channelId),
  })
}

/** False where the person would rather not be told of mentions by themselves. */
async function tellMentioned(ctx: ListenerCtx, { personId, channelId, messageId }: Mentioned): Promise<boolean> {
  if (!(await wantsKind(ctx.db, personId, 'mentions')) || !(await findFlags(ctx.db, personId)).mentorship) return false
  await notifyPerson(ctx, {
    personId,
    kind: 'mentions',
    template: 'mentioned',
    values: {},
    link: `/chat/messenger?channel=${channelId}`,
    onceKey: `mention ${messageId}`,
    topic: mentionTopicOf(channelId),
  })
  return true
}

/** Asks once for each stretch of time in which anything was said, on whatever server. */
export function tellAwayAfter(world: World, writer: Pick<ChatWriter, 'onSaid'>, log: FastifyBaseLogger): void {
  let lastStretch = 0
  writer.onSaid(() => {
    const stretch = Math.ceil(world.clock.now().getTime() / LOOKED_AT_WITHIN_MS) + 1
    if (stretch === lastStretch) return
    lastStretch = stretch
    const runAt = surelyAfter(new Date(stretch * LOOKED_AT_WITHIN_MS))
    inTransaction(world, log, (ctx) => ctx.enqueue(tellAwayJob, {}, { runAt, onceKey: runAt.toISOString() })).catch(
      (error: unknown) => {
        // The next thing said asks again, and what was said until then is news for an hour.
        lastStretch = 0
        log.warn({ err: error }, 'chat: those who are away could not be told')
      },
    )
  })
}

/** What one was told of has been looked at: the notice of it is read, and the next message is news again. */
export const hearLooked = (world: World, log: FastifyBaseLogger, reader: AwayReader): Promise<void> =>
  inTransaction(world, log, async (ctx) => {
    await updateNotTold(ctx.db, reader)
    await readTopic(ctx, reader.personId, topicOf(reader.channelId))
    await readTopic(ctx, reader.personId, mentionTopicOf(reader.channelId))
  })
