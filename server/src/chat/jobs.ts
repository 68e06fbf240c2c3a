import { DAY_MS, HOUR_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'
import { deleteFilesAndBytes } from '#core/files/jobs.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { answerJob, askedJob, concernJob } from './assistant/job.ts'
import { lockUnsentFiles, deleteUnshownPictures, deleteOldPreviews } from './attachments/store.ts'
import { notifyAwayJob } from './read-state/away-job.ts'
import { broadcastJob } from './staff/staff.ts'
import { picturePath } from './attachments/preview.ts'
import { transcribeJob } from './voice-notes/transcribe-job.ts'

/** Longer than a preview is cached, so that every preview that can still be sent keeps its picture. */
const PICTURE_KEPT_MS = 48 * HOUR_MS

async function deletePreviews(db: Db, now: Date): Promise<void> {
  await deleteOldPreviews(db, now)
  const [prefix = '', suffix = ''] = picturePath(' ').split(' ')
  await deleteUnshownPictures(db, [prefix, suffix], new Date(now.getTime() - PICTURE_KEPT_MS))
}

export const deletePreviewsJob = defineJob({
  name: 'chat.forget_previews',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '04:30',
  work: (ctx) => deletePreviews(ctx.db, ctx.now()),
})

/** A file that was not sent within a day is deleted. */
const UNSENT_KEPT_MS = DAY_MS
/** The rest waits for the next night. */
const IN_ONE_NIGHT = 5_000

/** Files that no message uses: never sent, or their conversation was deleted. */
export const deleteUnsentJob = defineJob({
  name: 'chat.forget_unsent',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 300,
  everyDayAt: '04:40',
  work: async (ctx) => {
    const before = new Date(ctx.now().getTime() - UNSENT_KEPT_MS)
    await deleteFilesAndBytes(ctx, await lockUnsentFiles(ctx.db, before, IN_ONE_NIGHT))
  },
})

export const chatJobs = [
  answerJob,
  askedJob,
  concernJob,
  notifyAwayJob,
  broadcastJob,
  deletePreviewsJob,
  deleteUnsentJob,
  transcribeJob,
]
