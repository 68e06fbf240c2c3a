import type { ListenerCtx } from '#core/ctx.ts'
import { isTurnOfMentee } from './expire.ts'
import { notifyExpiringSoon } from './notify.ts'
import { findExpiring } from './turn-store.ts'

const BATCH_SIZE = 200

/** Reminds people who have not answered yet. Sends nothing if the server was down until the time had passed. */
export async function sendReminders(ctx: ListenerCtx, projectId: number, at: Date, after: number): Promise<number | null> {
  if (ctx.now() >= at) return null
  const due = await findExpiring(ctx.db, { projectId, at, after, limit: BATCH_SIZE })
  const late = due.map((offer) => (isTurnOfMentee(offer) ? offer.menteeId : offer.mentorId))
  await notifyExpiringSoon(ctx, late, at)
  return due.length < BATCH_SIZE ? null : (due.at(-1)?.id ?? null)
}
