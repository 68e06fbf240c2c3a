import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob, definePreparedJob, type Job } from '#core/jobs/define-job.ts'
import { withClockSlack } from '#core/jobs/clock-slack.ts'
import { quietHoursOf } from './choices.ts'
import { deleteDevice, findDeviceIds } from './device-store.ts'
import { lockNotices } from './notice-store.ts'
import { type DevicePush, pushToDevice } from './push-device.ts'
import { quietUntil } from './quiet-hours.ts'
import { takePushWaiting, updatePushWaits } from './waiting-store.ts'

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

/** After a person's quiet hours: sends everything that arrived in them as one message. */
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
