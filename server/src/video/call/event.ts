import type { RecordingState } from '@saathi/contract/video/entities'
import type { Ctx } from '#core/ctx.ts'
import { requireRoom, requireVisit, type Target } from '../access.ts'
import { insertCallEvent, lockRoom } from '../room-store.ts'
import { enterRoom, leaveRoom } from './presence.ts'
import { findStay, updateEngineId } from './presence-store.ts'
import { findRecording } from '../recording/recording.ts'

export type CallEventReport = { event: 'join' | 'leave'; jitsiParticipantId: string; timestamp: string }

const switchedOff = { microphone: false, camera: false, screen: false, hand: false }

export async function postCallEvent(ctx: Ctx, id: string, report: CallEventReport): Promise<{ recording: RecordingState }> {
  // A leave is accepted even after the closing time.
  const target = report.event === 'join' ? await requireVisit(ctx, id) : await requireRoom(ctx, id)
  await (report.event === 'join' ? join(ctx, target, report) : leave(ctx, target, report))
  return { recording: (await findRecording(ctx.db, target.id)).state }
}

/** Joins the room, unless the person is already present through the socket. */
async function join(ctx: Ctx, target: Target, report: CallEventReport): Promise<void> {
  const { personId, sessionId } = ctx.actor
  const engineParticipantId = report.jitsiParticipantId
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
  // A repeated join is only a heartbeat and is not stored.
  if (stay?.engineParticipantId !== engineParticipantId) await storeEvent(ctx, target, report)
}

/** Ends only the stay that the event refers to: a late leave from an old page must not end a newer stay. */
async function leave(ctx: Ctx, target: Target, report: CallEventReport): Promise<void> {
  if ((await lockRoom(ctx.db, target.id)) === null) return
  await storeEvent(ctx, target, report)
  const stay = await findStay(ctx.db, target.id, ctx.actor.personId)
  const isSameStay = stay?.id === report.jitsiParticipantId || stay?.engineParticipantId === report.jitsiParticipantId
  if (stay && isSameStay) await leaveRoom(ctx, stay.id, 'left')
}

const storeEvent = (ctx: Ctx, target: Target, { event, jitsiParticipantId, timestamp }: CallEventReport): Promise<void> =>
  insertCallEvent(
    ctx.db,
    {
      roomId: target.id,
      personId: ctx.actor.personId,
      event,
      engineParticipantId: jitsiParticipantId,
      reportedAt: new Date(timestamp),
    },
    ctx.now(),
  )
