import type { ListenerCtx } from '#core/events.ts'
import type { JobTools } from '#core/jobs/define-job.ts'
import { dayOf, keepFor, keepMade } from './made-files.ts'
import type { Meeting } from './meeting-store.ts'
import { findNextToSeal, findPieces, updateSealed } from './segment-store.ts'

/** Puts the next film together that has ended; null where there is none. */
export async function sealNext({ db, engines }: JobTools, meeting: Meeting) {
  const segment = await findNextToSeal(db, meeting.id)
  if (!segment) return null
  const bytes = Buffer.concat(await findPieces(db, segment.id))
  const name = `recording-${dayOf(segment.startedAt)}-${segment.number}.webm`
  const content = { purpose: 'video_recording', name, type: 'video/webm', bytes } as const
  // Somebody was asked to record, and nothing came.
  const made = bytes.length === 0 ? null : await keepMade(engines.fileStore, content)
  return async (ctx: ListenerCtx): Promise<boolean> => {
    // Another has done the same at the same time.
    if ((await findNextToSeal(ctx.db, meeting.id))?.id !== segment.id) return true
    await updateSealed(ctx.db, segment.id, made && (await keepFor(ctx, meeting.id, made)), ctx.now())
    return true
  }
}
