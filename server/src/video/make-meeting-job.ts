import * as z from 'zod/mini'
import { definePreparedJob, type Job } from '#core/jobs/define-job.ts'
import { nextStep } from './make-meeting.ts'
import { findMeeting, lockMeeting, updateTried } from './meeting-store.ts'
import { sealNext } from './segments.ts'

/** An endpoint that is away for hours is waited for. */
const retry = { limit: 8, delaySeconds: 30, backoff: true, maxDelaySeconds: 3600 }
const ATTEMPTS = retry.limit + 1

/**
 * One step of making a recording into what people read, and then itself again for the next. Enqueued when the sitting is over;
 * and before that whenever a film has ended, which is then put together and no more, so that it can be had at once.
 */
export const makeMeetingJob: Job<{ recordingId: number; isOver: boolean }> = definePreparedJob({
  name: 'video.make_meeting',
  payload: z.strictObject({ recordingId: z.int(), isOver: z.boolean() }),
  retry,
  timeoutSeconds: 900,
  concurrency: 2,
  prepare: async (tools, { recordingId, isOver }) => {
    const meeting = await findMeeting(tools.db, recordingId)
    if (!meeting || meeting.state === 'ready') return null
    try {
      const isLastTry = meeting.attempts + 1 >= ATTEMPTS
      const finish = isOver ? await nextStep(tools, meeting, isLastTry) : await sealNext(tools, meeting)
      return finish && { finish, step: meeting.step, spoken: meeting.spoken }
    } catch (error) {
      const words = error instanceof Error ? error.message : 'It threw something that is no error.'
      await updateTried(tools.db, recordingId, { error: words, now: tools.now(), most: ATTEMPTS })
      throw error
    }
  },
  work: async (ctx, { recordingId, isOver }, prepared) => {
    const meeting = prepared && (await lockMeeting(ctx.db, recordingId))
    // Another has made this step meanwhile, or it was forgotten: then this was for nothing.
    if (!meeting || meeting.step !== prepared.step || meeting.spoken !== prepared.spoken) return
    const goesOn = await prepared.finish(ctx)
    if (goesOn) await ctx.enqueue(makeMeetingJob, { recordingId, isOver })
  },
})
