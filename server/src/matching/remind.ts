import type { ListenerCtx } from '#core/events.ts'
import { isTurnOfMentee } from './expire.ts'
import { tellReminder } from './tell.ts'
import { findRunningOut } from './turn-store.ts'

const AT_ONCE = 200

/** Whoever has not answered yet, once. A server that was down until the time had passed says nothing more. */
export async function remindOfOffers(ctx: ListenerCtx, projectId: number, at: Date, after: number): Promise<number | null> {
  if (ctx.now() >= at) return null
  const due = await findRunningOut(ctx.db, { projectId, at, after, limit: AT_ONCE })
  const late = due.map((offer) => (isTurnOfMentee(offer) ? offer.menteeId : offer.mentorId))
  await tellReminder(ctx, late, at)
  return due.length < AT_ONCE ? null : (due.at(-1)?.id ?? null)
}
