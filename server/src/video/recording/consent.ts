import type { RecordingState } from '@saathi/contract/video/entities'
import type { Ctx } from '#core/ctx.ts'
import { notAllowed, requireRoom, requireVisit } from '../access.ts'
import { hasBeenIn, insertConsent } from './consent-store.ts'
import { findRecording, deleteRunningRecording, settleRecording } from './recording.ts'
import { publishRoomChanged } from '../room-topics.ts'
import { ensureRoom, lockRoom } from '../room-store.ts'

export type ConsentAnswer = { consent: boolean; forget?: boolean | undefined }

/** Consent can be withdrawn at any time, but given only while the call can be joined. */
export async function giveConsent(
  ctx: Ctx,
  id: string,
  { consent, forget = false }: ConsentAnswer,
): Promise<{ consent: boolean; recording: RecordingState }> {
  const target = consent ? await requireVisit(ctx, id) : await requireRoom(ctx, id)
  const { db, actor } = ctx
  const { personId } = actor
  await ensureRoom(db, target, personId, ctx.now())
  const room = await lockRoom(db, target.id)
  if (!room) throw notAllowed()
  await insertConsent(db, { roomId: room.id, personId, consent, now: ctx.now() })
  await settleRecording(ctx, room.id)
  if (!consent && forget && (await hasBeenIn(db, room.id, personId))) await deleteRunningRecording(ctx, room.id)
  publishRoomChanged(ctx, room.id)
  return { consent, recording: (await findRecording(db, room.id)).state }
}
