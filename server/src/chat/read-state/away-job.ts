import { HOUR_MS } from '@saathi/contract/core/time'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { inTransaction, type World, type ListenerCtx } from '#core/ctx.ts'
import { defineJob, withClockSlack } from '#core/jobs/define-job.ts'
import { markTopicRead, notifyPerson, wantsKind } from '#notices/public.ts'
import { findFlags } from '../access.ts'
import { type AwayReader, claimAwayReaders, clearNotified, findMentioned, findUnreadSender, type Mentioned } from './store.ts'
import type { ChatWriter } from '../write/writer.ts'

/** By then, readers who have the conversation open have marked it as seen. */
const SEEN_WITHIN_MS = 15_000
/** Messages that are older, for example after an outage, are no longer worth a notification. */
const RELEVANT_MS = HOUR_MS
const BATCH_SIZE = 200

const topicOf = (channelId: number) => `chat ${channelId}`
const mentionTopicOf = (channelId: number) => `mention ${channelId}`

/** One job for all conversations, a few times a minute however many messages there are. */
export const notifyAwayJob = defineJob({
  name: 'chat.tell_away',
  payload: z.strictObject({}),
  retry: { limit: 5, delaySeconds: 10, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 60,
  work: async (ctx) => {
    const now = ctx.now().getTime()
    const window = { after: new Date(now - RELEVANT_MS), before: new Date(now - SEEN_WITHIN_MS), limit: BATCH_SIZE }
    const readers = await claimAwayReaders(ctx.db, window)
    const mentioned = await findMentioned(ctx.db, window)
    const notified: Mentioned[] = []
    for (const mention of mentioned) if (await notifyMentioned(ctx, mention)) notified.push(mention)
    const isNotified = (reader: AwayReader) =>
      notified.some(({ personId, channelId }) => personId === reader.personId && channelId === reader.channelId)
    // One notification per message, and a mention is more specific.
    for (const reader of readers) if (!isNotified(reader)) await notifyAway(ctx, reader)
    if (readers.length === BATCH_SIZE) await ctx.enqueue(notifyAwayJob, {})
  },
})

/** Names the sender and not the text, because others may see the screen. */
async function notifyAway(ctx: ListenerCtx, { personId, channelId }: AwayReader): Promise<void> {
  if (!(await findFlags(ctx.db, personId)).mentorship) return
  const { senderId, count, senders } = await findUnreadSender(ctx.db, { personId, channelId })
  // Messages from the product have no sender.
  const from = senderId === null ? 'Saathi' : { nameOf: senderId }
  await notifyPerson(ctx, {
    personId,
    kind: 'chat',
    template: 'chatWaiting',
    values: { from, count: String(Math.max(1, count)), senders: String(Math.max(1, senders)) },
    link: `/chat/messenger?channel=${channelId}`,
    topic: topicOf(channelId),
  })
}

/** False if the person does not want notifications about mentions. */
async function notifyMentioned(ctx: ListenerCtx, { personId, channelId, messageId, senderId }: Mentioned): Promise<boolean> {
  if (!(await wantsKind(ctx.db, personId, 'mentions')) || !(await findFlags(ctx.db, personId)).mentorship) return false
  await notifyPerson(ctx, {
    personId,
    kind: 'mentions',
    template: 'mentioned',
    values: { from: { nameOf: senderId } },
    link: `/chat/messenger?channel=${channelId}`,
    onceKey: `mention ${messageId}`,
    topic: mentionTopicOf(channelId),
  })
  return true
}

/** Notifies absent readers about a message that did not go through the ChatWriter, such as one released by the team. */
export async function enqueueAwayNotices(ctx: ListenerCtx): Promise<void> {
  const runAt = withClockSlack(new Date((Math.ceil(ctx.now().getTime() / SEEN_WITHIN_MS) + 1) * SEEN_WITHIN_MS))
  await ctx.enqueue(notifyAwayJob, {}, { runAt, onceKey: runAt.toISOString() })
}

/** Enqueues one job per time window in which something was written, across all servers. */
export function notifyAwayAfter(world: World, writer: Pick<ChatWriter, 'onCommitted'>, log: FastifyBaseLogger): void {
  let lastWindow = 0
  writer.onCommitted(() => {
    const window = Math.ceil(world.clock.now().getTime() / SEEN_WITHIN_MS) + 1
    if (window === lastWindow) return
    lastWindow = window
    const runAt = withClockSlack(new Date(window * SEEN_WITHIN_MS))
    inTransaction(world, log, (ctx) => ctx.enqueue(notifyAwayJob, {}, { runAt, onceKey: runAt.toISOString() })).catch(
      (error: unknown) => {
        // A failure is only logged: the next message enqueues the job again.
        lastWindow = 0
        log.warn({ err: error }, 'chat: could not enqueue notifications for absent readers')
      },
    )
  })
}

/** The reader has seen the channel: mark the notification as read, so that the next message creates a new one. */
export const onChannelSeen = (world: World, log: FastifyBaseLogger, reader: AwayReader): Promise<void> =>
  inTransaction(world, log, async (ctx) => {
    await clearNotified(ctx.db, reader)
    await markTopicRead(ctx, reader.personId, topicOf(reader.channelId))
    await markTopicRead(ctx, reader.personId, mentionTopicOf(reader.channelId))
  })
