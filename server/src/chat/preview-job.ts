import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import type { Db } from '#core/ctx.ts'
import { deleteUnshownPictures } from './picture-store.ts'
import { pathOfPicture } from './preview-picture.ts'
import { deleteOldPreviews } from './preview-store.ts'

/** Longer than a preview is kept, so that none that may still be sent has lost its picture. */
const PICTURE_MS = 48 * 60 * 60 * 1000

async function forgetPreviews(db: Db, now: Date): Promise<void> {
  await deleteOldPreviews(db, now)
  const [before = '', behind = ''] = pathOfPicture(' ').split(' ')
  await deleteUnshownPictures(db, [before, behind], new Date(now.getTime() - PICTURE_MS))
}

export const forgetPreviewsJob = defineJob({
  name: 'chat.forget_previews',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '04:30',
  work: (ctx) => forgetPreviews(ctx.db, ctx.now()),
})
