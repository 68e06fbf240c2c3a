import type { ListenerCtx } from '#core/ctx.ts'
import type { JobTools } from '#core/jobs/define-job.ts'
import { dayOf, insertGeneratedFile, storeGenerated } from '../summary/generated-files.ts'
import type { Meeting } from '../meeting-store.ts'
import { findNextToSeal, findPieces, updateSealed } from './segment-store.ts'

/** Merges the pieces of the next ended segment into a file; null if there is none. */
export async function sealNextSegment({ db, engines }: JobTools, meeting: Meeting) {
  const segment = await findNextToSeal(db, meeting.id)
  if (!segment) return null
  const bytes = Buffer.concat(await findPieces(db, segment.id))
  const name = `recording-${dayOf(segment.startedAt)}-${segment.number}.webm`
  const content = { purpose: 'video_recording', name, type: 'video/webm', bytes } as const
  // The recorder sent nothing.
  const made = bytes.length === 0 ? null : await storeGenerated(engines.fileStore, content)
  return async (ctx: ListenerCtx): Promise<boolean> => {
    // Another job sealed it at the same time.
    if ((await findNextToSeal(ctx.db, meeting.id))?.id !== segment.id) return true
    await updateSealed(ctx.db, segment.id, made && (await insertGeneratedFile(ctx, meeting.id, made)), ctx.now())
    return true
  }
}
