import type { JobTools } from '#core/jobs/define-job.ts'
import { surelyAfter } from '#core/jobs/surely-after.ts'
import { pushedKinds, quietHoursOf } from './choices.ts'
import { findDevice } from './device-store.ts'
import { findUnreadByIds } from './notice-store.ts'
import { writeNotice } from './notice-words.ts'
import { pushWords, topicOf } from './push-words.ts'
import { quietUntil } from './quiet-hours.ts'
import { readSubscription } from './subscription.ts'
import { isAlarm, isUrgent } from './urgency.ts'

const DAY_SECONDS = 24 * 60 * 60
/** Who is called is called now: what rings an hour later only startles. */
const CALL_SECONDS = 60
const TRIES_MAX = 9
const LONGEST_PAUSE_MS = 60 * 60_000

export type DevicePush = { deviceId: number; noticeIds: number[]; /** That nobody has answered. */ tries: number }
type Outcome = { is: 'done' } | { is: 'gone'; registrationId: string } | { is: 'later'; runAt: Date; tries: number }

const done: Outcome = { is: 'done' }
const ttlOf = ({ kind }: { kind: string }) => (kind === 'calls' ? CALL_SECONDS : DAY_SECONDS)

/** By what holds at this moment: whose device it is, what they have read, and what they have switched off. */
export async function pushToDevice(tools: JobTools, push: DevicePush, firstPauseMs: number): Promise<Outcome> {
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
  const told = rows.flatMap((row) => writeNotice(language, row).map((notice) => ({ ...notice, topic: row.topic })))
  const message = pushWords(language, told)
  if (!message) return done
  const cannotWait = rows.some(isUrgent)
  const quietEnd = cannotWait ? null : quietUntil(await quietHoursOf(db, personId), now)
  if (quietEnd) return { is: 'later', runAt: surelyAfter(quietEnd), tries: push.tries }

  const outcome = await engines.push.send(subscription, {
    words: Buffer.from(JSON.stringify(message)),
    ttlSeconds: Math.min(...rows.map(ttlOf)),
    topic: topicOf(message),
    isUrgent: cannotWait,
  })
  if (outcome === 'refused') log.warn('notices: a push service refused what was sent to a device')
  if (outcome === 'gone') return { is: 'gone', registrationId }
  return outcome === 'unanswered' ? tryAgain(tools, push, firstPauseMs) : done
}

function tryAgain({ log, now }: JobTools, { deviceId, tries: before }: DevicePush, firstPauseMs: number): Outcome {
  const tries = before + 1
  // Twice as long each time. By up to as much again from device to device: many that fail together do not come back together.
  const pauseMs = firstPauseMs * 2 ** before * (1 + (deviceId % 16) / 16)
  const runAt = new Date(now().getTime() + Math.min(pauseMs, LONGEST_PAUSE_MS))
  if (tries < TRIES_MAX) return { is: 'later', runAt, tries }
  log.warn('notices: a push service did not answer, and what was sent to a device is given up')
  return done
}
