import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import { deleteFilesAndBytes } from '#core/files/jobs.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { deleteRooms, findRecordingIds, findStuckRecordings, lockOldRooms } from './room-store.ts'
import { makeMeetingJob } from './summary/make-meeting.ts'
import { deleteRecordings } from './meeting-store.ts'
import { notifyRatingsDueJob } from './summary/notices.ts'

/** Retention period: older recordings are deleted. */
const RETENTION_DAYS = 90
const BATCH_SIZE = 200

/** Deletes old calls with their recordings, and restarts meetings whose processing got stuck. */
const forgetMeetingsJob = defineJob({
  name: 'video.forget_meetings',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 300,
  everyDayAt: '03:40',
  work: async (ctx) => {
    const { db } = ctx
    const now = ctx.now().getTime()
    for (const recordingId of await findStuckRecordings(db, new Date(now - DAY_MS), BATCH_SIZE)) {
      await ctx.enqueue(makeMeetingJob, { recordingId, isOver: true })
    }
    const roomIds = await lockOldRooms(db, new Date(now - RETENTION_DAYS * DAY_MS), BATCH_SIZE)
    await deleteFilesAndBytes(ctx, await deleteRecordings(db, await findRecordingIds(db, roomIds)))
    await deleteRooms(db, roomIds)
    if (roomIds.length === BATCH_SIZE) await ctx.enqueue(forgetMeetingsJob, {})
  },
})

export const videoJobs = [makeMeetingJob, forgetMeetingsJob, notifyRatingsDueJob]
