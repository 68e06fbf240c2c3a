import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob, definePreparedJob, type Job } from '#core/jobs/define-job.ts'
import { surelyAfter } from '#core/jobs/surely-after.ts'
import { quietHoursOf } from './choices.ts'
import { deleteDevice, findDeviceIds } from './device-store.ts'
import { lockNotices } from './notice-store.ts'
import { type DevicePush, pushToDevice } from './push-device.ts'
import { quietUntil } from './quiet-hours.ts'
import { takePushWaiting, updatePushWaits } from './waiting-store.ts'

const AT_ONCE = 100

/**
 * To one device. Only ids travel: what a notice says is put into words for whoever owns the device when it leaves. A service that
 * does not answer is asked again by us and not by the queue: what waits through the night costs no attempt, and what is given up
 * is no dead job for somebody to look at.
 */
function definePush(name: string, { concurrency, firstPauseMs }: { concurrency: number; firstPauseMs: number }): Job<DevicePush> {
  const job: Job<DevicePush> = definePreparedJob({
    name,
    payload: z.strictObject({ deviceId: Id, noticeIds: z.array(Id).check(z.maxLength(AT_ONCE)), tries: z.int() }),
    retry: { limit: 8, delaySeconds: 15, backoff: true, maxDelaySeconds: 3600 },
    timeoutSeconds: 30,
    concurrency,
    prepare: (tools, push) => pushToDevice(tools, push, firstPauseMs),
    work: async (ctx, push, outcome) => {
      if (outcome.is === 'gone') await deleteDevice(ctx.db, push.deviceId, outcome.registrationId)
      if (outcome.is === 'later') await ctx.enqueue(job, { ...push, tries: outcome.tries }, { runAt: outcome.runAt })
    },
  })
  return job
}

export const pushJob = definePush('notices.push', { concurrency: 8, firstPauseMs: 15_000 })
/** With workers of its own: a call is over before a slow service has let go of the others. */
export const pushNowJob = definePush('notices.push_now', { concurrency: 4, firstPauseMs: 5_000 })

/** When somebody's quiet hours are over: what came in them, as one. */
export const pushMorningJob = defineJob({
  name: 'notices.push_morning',
  payload: z.strictObject({ personId: Id }),
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 600 },
  timeoutSeconds: 30,
  work: async (ctx, { personId }) => {
    await lockNotices(ctx.db, personId)
    // They may have been moved meanwhile.
    const quietEnd = quietUntil(await quietHoursOf(ctx.db, personId), ctx.now())
    if (quietEnd) return pushInTheMorning(ctx, personId, quietEnd)
    const noticeIds = await takePushWaiting(ctx.db, personId)
    if (noticeIds.length === 0) return
    const deviceIds = await findDeviceIds(ctx.db, personId, ctx.now())
    await enqueuePushes(ctx, pushJob, deviceIds, noticeIds.slice(-AT_ONCE))
  },
})

/** One for each notice: the first takes all that waits. A key to make one of them would swallow what comes after it was done. */
const pushInTheMorning = (ctx: ListenerCtx, personId: number, quietEnd: Date): Promise<void> =>
  ctx.enqueue(pushMorningJob, { personId }, { runAt: surelyAfter(quietEnd) })

type Told = { personId: number; noticeId: number; isUrgent: boolean }

/** To the devices of the person, in the transaction that tells it: now, or when their quiet hours are over. */
export async function pushNotice(ctx: ListenerCtx, { personId, noticeId, isUrgent }: Told): Promise<void> {
  const deviceIds = await findDeviceIds(ctx.db, personId, ctx.now())
  if (deviceIds.length === 0) return
  if (isUrgent) return enqueuePushes(ctx, pushNowJob, deviceIds, [noticeId])
  const quietEnd = quietUntil(await quietHoursOf(ctx.db, personId), ctx.now())
  if (!quietEnd) return enqueuePushes(ctx, pushJob, deviceIds, [noticeId])
  await updatePushWaits(ctx.db, noticeId)
  await pushInTheMorning(ctx, personId, quietEnd)
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
