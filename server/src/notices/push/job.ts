import { cutGraphemes } from '@saathi/contract/core/cut'
import { Id } from '@saathi/contract/core/fields'
import type { Notice, PushMessage } from '@saathi/contract/notices/entities'
import { DAY_SECONDS, HOUR_MS } from '@saathi/contract/core/time'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { withClockSlack, defineJob, definePreparedJob, type Job, type JobTools } from '#core/jobs/define-job.ts'
import { findText } from '#core/texts.ts'
import { quietHoursOf, pushedKinds } from '../choices.ts'
import { lockNotices, findUnreadByIds } from '../notice-store.ts'
import { quietUntil } from '../quiet-hours.ts'
import { renderNotices } from '../notice-templates.ts'
import { takePushWaiting, updatePushWaits } from '../waiting-store.ts'
import { deleteDevice, findDeviceIds, findDevice } from './device-store.ts'
import { readSubscription } from './subscription.ts'

const MAX_NOTICES = 100

/**
 * Sends to one device. Only ids are queued: the text is written at sending time for the device's current owner. Retries
 * are ours and not the queue's: waiting through the night costs no attempt, and giving up leaves no dead job.
 */
function definePush(name: string, { concurrency, firstPauseMs }: { concurrency: number; firstPauseMs: number }): Job<DevicePush> {
  const job: Job<DevicePush> = definePreparedJob({
    name,
    payload: z.strictObject({ deviceId: Id, noticeIds: z.array(Id).check(z.maxLength(MAX_NOTICES)), tries: z.int() }),
    retry: { limit: 8, delaySeconds: 15, backoff: true, maxDelaySeconds: 3600 },
    timeoutSeconds: 30,
    concurrency,
    prepare: (tools, push) => pushToDevice(tools, push, firstPauseMs),
    work: async (ctx, push, result) => {
      if (result.is === 'gone') await deleteDevice(ctx.db, push.deviceId, result.registrationId)
      if (result.is === 'later') await ctx.enqueue(job, { ...push, tries: result.tries }, { runAt: result.runAt })
    },
  })
  return job
}

export const pushJob = definePush('notices.push', { concurrency: 8, firstPauseMs: 15_000 })
/** With separate workers: otherwise a call could end before a slow service finishes the other pushes. */
export const pushNowJob = definePush('notices.push_now', { concurrency: 4, firstPauseMs: 5_000 })

/** After a person's quiet hours: sends all waiting notices as one message. */
export const pushMorningJob = defineJob({
  name: 'notices.push_morning',
  payload: z.strictObject({ personId: Id }),
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 600 },
  timeoutSeconds: 30,
  work: async (ctx, { personId }) => {
    await lockNotices(ctx.db, personId)
    // Quiet hours may have changed in the meantime.
    const quietEnd = quietUntil(await quietHoursOf(ctx.db, personId), ctx.now())
    if (quietEnd) return enqueueMorningPush(ctx, personId, quietEnd)
    const noticeIds = await takePushWaiting(ctx.db, personId)
    if (noticeIds.length === 0) return
    const deviceIds = await findDeviceIds(ctx.db, personId, ctx.now())
    await enqueuePushes(ctx, pushJob, deviceIds, noticeIds.slice(-MAX_NOTICES))
  },
})

/**
 * One job per notice; the first one takes all that wait. A once key would drop notices that arrive after the job is
 * done.
 */
const enqueueMorningPush = (ctx: ListenerCtx, personId: number, quietEnd: Date): Promise<void> =>
  ctx.enqueue(pushMorningJob, { personId }, { runAt: withClockSlack(quietEnd) })

type NoticeRef = { personId: number; noticeId: number; isUrgent: boolean }

/** Sends to the person's devices, in the transaction that writes the notice: now, or after quiet hours. */
export async function pushNotice(ctx: ListenerCtx, { personId, noticeId, isUrgent }: NoticeRef): Promise<void> {
  const deviceIds = await findDeviceIds(ctx.db, personId, ctx.now())
  if (deviceIds.length === 0) return
  if (isUrgent) return enqueuePushes(ctx, pushNowJob, deviceIds, [noticeId])
  const quietEnd = quietUntil(await quietHoursOf(ctx.db, personId), ctx.now())
  if (!quietEnd) return enqueuePushes(ctx, pushJob, deviceIds, [noticeId])
  await updatePushWaits(ctx.db, noticeId)
  await enqueueMorningPush(ctx, personId, quietEnd)
}

async function enqueuePushes(
  ctx: ListenerCtx,
  job: Job<DevicePush>,
  deviceIds: readonly number[],
  noticeIds: number[],
): Promise<void> {
  for (const deviceId of deviceIds) {
    await ctx.enqueue(job, { deviceId, noticeIds, tries: 0 }, { onceKey: `${deviceId} ${noticeIds.join(' ')}` })
  }
}

/** How long the push of a call is useful: an hour later it would only startle. */
const CALL_SECONDS = 60
const TRIES_MAX = 9
const MAX_PAUSE_MS = HOUR_MS

type DevicePush = { deviceId: number; noticeIds: number[]; /** Number of attempts without a reply. */ tries: number }
type PushResult = { is: 'done' } | { is: 'gone'; registrationId: string } | { is: 'later'; runAt: Date; tries: number }

const done: PushResult = { is: 'done' }
const ttlOf = ({ kind }: { kind: string }) => (kind === 'calls' ? CALL_SECONDS : DAY_SECONDS)

/** Decided at sending time: whose device it is, what they have read, and what they have switched off. */
async function pushToDevice(tools: JobTools, push: DevicePush, firstPauseMs: number): Promise<PushResult> {
  const { db, engines, log } = tools
  const now = tools.now()
  const device = await findDevice(db, push.deviceId, now)
  const subscription = device && readSubscription(device.registrationId)
  if (!device || !subscription) return done
  const { personId, language, registrationId } = device
  const kinds = await pushedKinds(db, personId)
  const rows = (await findUnreadByIds(db, personId, push.noticeIds)).filter(
    (row) => (kinds.has(row.kind) || isAlarm(row)) && row.createdAt.getTime() + ttlOf(row) * 1000 > now.getTime(),
  )
  const topics = new Map(rows.map(({ id, topic }) => [id, topic]))
  const notices = (await renderNotices(db, language, rows, 'push')).map((notice) => ({
    ...notice,
    topic: topics.get(notice.id) ?? null,
  }))
  const message = pushMessage(language, notices, device.hidesContent)
  if (!message) return done
  const hasUrgent = rows.some(isUrgent)
  const quietEnd = hasUrgent ? null : quietUntil(await quietHoursOf(db, personId), now)
  if (quietEnd) return { is: 'later', runAt: withClockSlack(quietEnd), tries: push.tries }

  const result = await engines.push.send(subscription, {
    payload: Buffer.from(JSON.stringify(message)),
    ttlSeconds: Math.min(...rows.map(ttlOf)),
    topic: topicOf(message),
    isUrgent: hasUrgent,
  })
  if (result === 'refused') log.warn('notices: push service refused a message')
  if (result === 'gone') return { is: 'gone', registrationId }
  return result === 'unanswered' ? retryLater(tools, push, firstPauseMs) : done
}

function retryLater({ log, now }: JobTools, { deviceId, tries: before }: DevicePush, firstPauseMs: number): PushResult {
  const tries = before + 1
  // The pause doubles each time, plus up to the same again depending on the device: devices that fail together do not retry
  // together.
  const pauseMs = firstPauseMs * 2 ** before * (1 + (deviceId % 16) / 16)
  const runAt = new Date(now().getTime() + Math.min(pauseMs, MAX_PAUSE_MS))
  if (tries < TRIES_MAX) return { is: 'later', runAt, tries }
  log.warn('notices: push service did not answer, message given up')
  return done
}

const TITLE_MAX = 80
const TEXT_MAX = 200
/** A push service accepts 4096 bytes, including encryption overhead. */
const BYTES_MAX = 3500

type PushedNotice = Pick<Notice, 'id' | 'kind' | 'title' | 'text' | 'link'> & { topic: string | null }

/** A single notice in full, several as a count. Null for none. */
function pushMessage(language: string, notices: readonly PushedNotice[], hidesContent: boolean): PushMessage | null {
  const [first, ...more] = notices
  if (!first) return null
  const { id, kind, title, text, link, topic } = first
  const t = findText(language)
  const count = notices.length
  const counted = { title: t('notices.digest.subject', { count }), text: t('notices.digest.what') }
  if (more.length > 0) return { ...counted, link: '/', tag: 'summary' }
  const target = { link: link ?? '/', tag: topic ?? `notice ${id}` }
  if (!hidesContent) return cut({ title, text, ...target })
  // A call cannot wait, so it is announced as one, without the caller's name.
  return { ...counted, ...(kind === 'calls' && { title: t('notices.hidden.call') }), ...target }
}

function cut(message: PushMessage): PushMessage {
  const short = { ...message, title: cutGraphemes(message.title, TITLE_MAX), text: cutGraphemes(message.text, TEXT_MAX) }
  // A single grapheme can have any number of combining marks.
  return Buffer.byteLength(JSON.stringify(short)) <= BYTES_MAX
    ? short
    : { ...short, title: short.title.slice(0, TITLE_MAX), text: '' }
}

/** Hashed, because push services require a short topic and must not learn the tag. */
const topicOf = ({ tag }: PushMessage): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

/** Reminders of something about to start or end. */
const reminders = new Set(['calendarReminder', 'matchReminder'])

/** Somebody may be in danger: people who can help are notified by every means and cannot switch that off. */
const alarms = new Set(['memberInDanger', 'safetyUrgent'])

type Order = { kind: string; template: string }

export const isAlarm = ({ template }: { template: string }): boolean => alarms.has(template)

/** Notices that cannot wait for the morning: for the safety of a person or an account, calls, and reminders. */
export const isUrgent = ({ kind, template }: Order): boolean =>
  kind === 'security' || kind === 'calls' || isAlarm({ template }) || reminders.has(template)

/** Notices whose mail would be useless later: alarms, security, reminders, and those with a calendar attachment. */
export const isMailedAtOnce = ({ kind, template, calendarFile }: Order & { calendarFile?: string | undefined }): boolean =>
  kind === 'security' || isAlarm({ template }) || reminders.has(template) || calendarFile !== undefined
