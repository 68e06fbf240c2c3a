import * as z from 'zod/mini'
import { definePreparedJob, type Job } from '#core/jobs/define-job.ts'
import { nextStep } from './make-meeting.ts'
import { findMeeting, lockMeeting, updateFailedAttempt } from '../meeting-store.ts'
import { sealNextSegment } from '../recording/segments.ts'

/** Long enough to survive an endpoint outage of several hours. */
const retry = { limit: 8, delaySeconds: 30, backoff: true, maxDelaySeconds: 3600 }
const ATTEMPTS = retry.limit + 1

/**
 * Runs one processing step of a recording, then enqueues itself for the next. Enqueued when the recording ends, and with `isOver:
 * false` after each segment, to seal only that segment and make it available immediately.
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
      const finish = isOver ? await nextStep(tools, meeting, isLastTry) : await sealNextSegment(tools, meeting)
      return finish && { finish, step: meeting.step, spoken: meeting.spoken }
    } catch (error) {
      const words = error instanceof Error ? error.message : 'A value that is not an Error was thrown.'
      await updateFailedAttempt(tools.db, recordingId, { error: words, now: tools.now(), most: ATTEMPTS })
      throw error
    }
  },
  work: async (ctx, { recordingId, isOver }, prepared) => {
    const meeting = prepared && (await lockMeeting(ctx.db, recordingId))
    // Another job finished this step first, or the recording was deleted.
    if (!meeting || meeting.step !== prepared.step || meeting.spoken !== prepared.spoken) return
    const goesOn = await prepared.finish(ctx)
    if (goesOn) await ctx.enqueue(makeMeetingJob, { recordingId, isOver })
  },
})
