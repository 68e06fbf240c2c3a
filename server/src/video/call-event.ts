import type { RecordingState } from '@saathi/contract/video/entities'
import type { Ctx } from '#core/ctx.ts'
import { requireRoom, requireVisit, type Target } from './access.ts'
import { insertCallEvent } from './call-event-store.ts'
import { enterRoom, leaveRoom } from './presence.ts'
import { findStay, updateEngineId } from './presence-store.ts'
import { findRecording } from './recording.ts'
import { lockRoom } from './room-store.ts'

export type Told = { event: 'join' | 'leave'; jitsiParticipantId: string; timestamp: string }

const switchedOff = { microphone: false, camera: false, screen: false, hand: false }

export async function postCallEvent(ctx: Ctx, id: string, told: Told): Promise<{ recording: RecordingState }> {
  // Whoever leaves is heard also when the time of the call is over.
  const target = told.event === 'join' ? await requireVisit(ctx, id) : await requireRoom(ctx, id)
  await (told.event === 'join' ? join(ctx, target, told) : leave(ctx, target, told))
  return { recording: (await findRecording(ctx.db, target.id)).state }
}

/** By the line one is there already; without one, this is how one comes in and stays. */
async function join(ctx: Ctx, target: Target, told: Told): Promise<void> {
  const { personId, sessionId } = ctx.actor
  const engineParticipantId = told.jitsiParticipantId
  await lockRoom(ctx.db, target.id)
  const stay = await findStay(ctx.db, target.id, personId)
  if (stay) await updateEngineId(ctx.db, stay.id, engineParticipantId, ctx.now())
  else
    await enterRoom(ctx, {
      target,
      personId,
      signInId: sessionId,
      resume: null,
      canRecord: false,
      state: switchedOff,
      engineParticipantId,
    })
  // Said again it is a sign of life, and nothing that happened.
  if (stay?.engineParticipantId !== engineParticipantId) await keep(ctx, target, told)
}

/** Of the stay that is meant: one who has come in anew meanwhile is not sent away by what their last page says in parting. */
async function leave(ctx: Ctx, target: Target, told: Told): Promise<void> {
  if ((await lockRoom(ctx.db, target.id)) === null) return
  await keep(ctx, target, told)
  const stay = await findStay(ctx.db, target.id, ctx.actor.personId)
  const isMeant = stay?.id === told.jitsiParticipantId || stay?.engineParticipantId === told.jitsiParticipantId
  if (stay && isMeant) await leaveRoom(ctx, stay.id, 'left')
}

const keep = (ctx: Ctx, target: Target, { event, jitsiParticipantId, timestamp }: Told): Promise<void> =>
  insertCallEvent(
    ctx.db,
    {
      roomId: target.id,
      personId: ctx.actor.personId,
      event,
      engineParticipantId: jitsiParticipantId,
      toldAt: new Date(timestamp),
    },
    ctx.now(),
  )
