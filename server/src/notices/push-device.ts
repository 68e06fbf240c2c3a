import type { JobTools } from '#core/jobs/define-job.ts'
import { withClockSlack } from '#core/jobs/clock-slack.ts'
import { pushedKinds, quietHoursOf } from './choices.ts'
import { findDevice } from './device-store.ts'
import { findUnreadByIds } from './notice-store.ts'
import { renderNotice } from './render-notice.ts'
import { pushMessage, topicOf } from './push-message.ts'
import { quietUntil } from './quiet-hours.ts'
import { readSubscription } from './subscription.ts'
import { isAlarm, isUrgent } from './urgency.ts'

const DAY_SECONDS = 24 * 60 * 60
/** A call rings now: an hour later it would only startle. */
const CALL_SECONDS = 60
const TRIES_MAX = 9
const MAX_PAUSE_MS = 60 * 60_000

export type DevicePush = { deviceId: number; noticeIds: number[]; /** Attempts without a reply. */ tries: number }
type PushResult = { is: 'done' } | { is: 'gone'; registrationId: string } | { is: 'later'; runAt: Date; tries: number }

const done: PushResult = { is: 'done' }
const ttlOf = ({ kind }: { kind: string }) => (kind === 'calls' ? CALL_SECONDS : DAY_SECONDS)

/** Decided at sending time: whose device it is, what they have read, and what they have switched off. */
export async function pushToDevice(tools: JobTools, push: DevicePush, firstPauseMs: number): Promise<PushResult> {
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
  const notices = rows.flatMap((row) => renderNotice(language, row).map((notice) => ({ ...notice, topic: row.topic })))
  const message = pushMessage(language, notices)
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
