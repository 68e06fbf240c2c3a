import type { RecordingState } from '@saathi/contract/video/entities'
import type { Ctx } from '#core/ctx.ts'
import { notAllowed, requireRoom, requireVisit } from './access.ts'
import { hasBeenIn, insertConsent } from './consent-store.ts'
import { findRecording, forgetRunning, settleRecording } from './recording.ts'
import { tellRoom } from './room-notes.ts'
import { keepRoom, lockRoom } from './room-store.ts'

export type Answer = { consent: boolean; forget?: boolean | undefined }

/** A no is heard at any time; a yes is asked for when one may come in. */
export async function giveConsent(
  ctx: Ctx,
  id: string,
  { consent, forget = false }: Answer,
): Promise<{ consent: boolean; recording: RecordingState }> {
  const target = consent ? await requireVisit(ctx, id) : await requireRoom(ctx, id)
  const { db, actor } = ctx
  const { personId } = actor
  await keepRoom(db, target, personId, ctx.now())
  const room = await lockRoom(db, target.id)
  if (!room) throw notAllowed()
  await insertConsent(db, { roomId: room.id, personId, consent, now: ctx.now() })
  await settleRecording(ctx, room.id)
  if (!consent && forget && (await hasBeenIn(db, room.id, personId))) await forgetRunning(ctx, room.id)
  tellRoom(ctx, room.id)
  return { consent, recording: (await findRecording(db, room.id)).state }
}
