import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import type { Db } from '#core/ctx.ts'
import { deleteUnshownPictures } from './picture-store.ts'
import { picturePath } from './preview-picture.ts'
import { deleteOldPreviews } from './preview-store.ts'

/** Longer than a preview is cached, so that every preview that can still be sent keeps its picture. */
const PICTURE_KEPT_MS = 48 * 60 * 60 * 1000

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
