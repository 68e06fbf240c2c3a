import * as z from 'zod/mini'
import { forgetFiles } from '#core/files/forget-files.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { deleteRooms, findRecordingIds, findStuck, lockOldRooms } from './forget-store.ts'
import { makeMeetingJob } from './make-meeting-job.ts'
import { deleteRecordings } from './meeting-store.ts'

const DAY_MS = 24 * 60 * 60_000
/** As long as one looks back at a call; after that nobody's voice is kept. */
const KEPT_DAYS = 90
const AT_ONCE = 200

/** Calls of long ago go with all that was recorded; and what got stuck on its way is set going again. */
export const forgetMeetingsJob = defineJob({
  name: 'video.forget_meetings',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 300,
  everyDayAt: '03:40',
  work: async (ctx) => {
    const { db } = ctx
    const now = ctx.now().getTime()
    for (const recordingId of await findStuck(db, new Date(now - DAY_MS), AT_ONCE)) {
      await ctx.enqueue(makeMeetingJob, { recordingId, isOver: true })
    }
    const roomIds = await lockOldRooms(db, new Date(now - KEPT_DAYS * DAY_MS), AT_ONCE)
    await forgetFiles(ctx, await deleteRecordings(db, await findRecordingIds(db, roomIds)))
    await deleteRooms(db, roomIds)
    if (roomIds.length === AT_ONCE) await ctx.enqueue(forgetMeetingsJob, {})
  },
})
