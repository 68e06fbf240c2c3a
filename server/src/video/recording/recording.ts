import { randomUUID } from 'node:crypto'
import type { RecordingState } from '@saathi/contract/video/entities'
import { CAPTIONS_MAX } from '@saathi/contract/video/recording-calls'
import type { Db, ListenerCtx, Ctx } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import { deleteFilesAndBytes } from '#core/files/jobs.ts'
import { notAllowed, requireRoom, requireVisit } from '../access.ts'
import { deleteRecordings } from '../meeting-store.ts'
import { type Decision, decideRecording, type Situation } from './rule.ts'
import * as store from './store.ts'
import { ensureRoom, lockRoom } from '../room-store.ts'
import { publishRoomChanged } from '../room-topics.ts'
import { makeMeetingJob } from '../summary/make-meeting.ts'

/** If a recorder sends nothing for this long, someone else records. */
const SILENT_AFTER_MS = 15_000

async function findSituation(db: Db, roomId: string) {
  const recording = await store.findOpenRecording(db, roomId)
  const segment = await store.findOpenSegment(db, roomId)
  const soFar = recording ? await store.findSoFar(db, recording.id) : { segments: 0, silences: new Map<string, number>() }
  const situation: Situation = {
    isWanted: await store.isRecordingWanted(db, roomId),
    isAlone: await store.isAloneIn(db, roomId),
    people: await store.findPresent(db, roomId),
    recorderPeerId: segment?.recorderPeerId ?? null,
    ...soFar,
  }
  return { recording, segment, situation }
}

/** Call with the room lock, after every change of presence or consent. */
export async function settleRecording(ctx: ListenerCtx, roomId: string): Promise<void> {
  const { recording, segment, situation } = await findSituation(ctx.db, roomId)
  const decision = decideRecording(situation)
  const now = ctx.now()
  if (segment && decision.cut) await endSegment(ctx, segment, decision.cut)
  if (recording && decision.isOver) {
    await store.updateRecordingEnded(ctx.db, recording.id, now)
    await ctx.enqueue(makeMeetingJob, { recordingId: recording.id, isOver: true })
  }
  if (isNewRecorder(decision, situation)) {
    await store.insertSegment(
      ctx.db,
      {
        id: randomUUID(),
        recordingId: recording?.id ?? (await store.insertRecording(ctx.db, roomId, now)),
        roomId,
        number: situation.segments + 1,
        recorderPeerId: decision.recorderPeerId,
      },
      now,
    )
  }
}

/** Seals the segment immediately, so that it is available during the call. */
export async function endSegment(
  ctx: ListenerCtx,
  { id, recordingId }: Pick<store.OpenSegment, 'id' | 'recordingId'>,
  reason: store.EndReason,
): Promise<void> {
  await store.updateSegmentEnded(ctx.db, id, reason, ctx.now())
  await ctx.enqueue(makeMeetingJob, { recordingId, isOver: false })
}

type WithRecorder = Decision & { recorderPeerId: string }
const isNewRecorder = (decision: Decision, before: Situation): decision is WithRecorder =>
  decision.recorderPeerId !== null && decision.recorderPeerId !== before.recorderPeerId

export type RecordingNow = {
  state: RecordingState
  /** When the recording last went on; null while not recording. */
  since: Date | null
  /** Seconds recorded before that. */
  seconds: number
  segment: { id: string; recorderPeerId: string } | null
}

/** The stored state, not a decision: it is running if a segment is open. */
export async function findRecording(db: Db, roomId: string): Promise<RecordingNow> {
  const segment = await store.findOpenSegment(db, roomId)
  if (segment) {
    const { id, recorderPeerId } = segment
    const seconds = await store.findRecordedSeconds(db, segment.recordingId)
    return { state: 'running', since: segment.startedAt, seconds, segment: { id, recorderPeerId } }
  }
  const isWanted = await store.isRecordingWanted(db, roomId)
  return { state: isWanted ? 'waiting' : 'off', since: null, seconds: 0, segment: null }
}

/**
 * The record button. Requires everyone's consent; otherwise recording would start as soon as the last person without consent
 * leaves.
 */
export async function setRecordingWanted(ctx: ListenerCtx, roomId: string, isWanted: boolean): Promise<void> {
  await lockRoom(ctx.db, roomId)
  if (isWanted) {
    const people = await store.findPresent(ctx.db, roomId)
    if (!people.every(({ hasAgreed }) => hasAgreed)) {
      throw conflict('video.consent_missing')
    }
  }
  await store.updateRecordingWanted(ctx.db, roomId, isWanted)
  await settleRecording(ctx, roomId)
  publishRoomChanged(ctx, roomId)
}

type NewCaption = { roomId: string; personId: number; text: string; language: string }

/** Captions are stored only while recording. */
export async function storeCaption(ctx: ListenerCtx, { roomId, personId, text, language }: NewCaption): Promise<void> {
  // The lock ensures that nothing is stored after someone withdraws consent.
  await lockRoom(ctx.db, roomId)
  const segment = await store.findOpenSegment(ctx.db, roomId)
  const words = text.trim()
  if (!segment || words === '') return
  const { recordingId } = segment
  if ((await store.countCaptions(ctx.db, recordingId)) >= CAPTIONS_MAX) return
  await store.insertCaption(ctx.db, { recordingId, personId, text: words, language }, ctx.now())
}

/** Run by the heartbeat: a recorder that sends nothing has left silently or cannot record. */
export async function endSilentSegment(ctx: ListenerCtx, roomId: string): Promise<void> {
  const isSilent = (segment: store.OpenSegment | null): segment is store.OpenSegment =>
    segment !== null && segment.heardAt.getTime() < ctx.now().getTime() - SILENT_AFTER_MS
  // Usually there is nothing to do, so check before taking the lock.
  if (!isSilent(await store.findOpenSegment(ctx.db, roomId))) return
  await lockRoom(ctx.db, roomId)
  const segment = await store.findOpenSegment(ctx.db, roomId)
  if (!isSilent(segment)) return
  await endSegment(ctx, segment, 'silent')
  await settleRecording(ctx, roomId)
  publishRoomChanged(ctx, roomId)
}

/** Call with the room lock, after a withdrawn consent or a ring in vain: deletes the recording in progress. */
export async function deleteRunningRecording(ctx: ListenerCtx, roomId: string): Promise<void> {
  const recording = await store.findOpenRecording(ctx.db, roomId)
  if (!recording) return
  await deleteFilesAndBytes(ctx, await deleteRecordings(ctx.db, [recording.id]))
}

type ConsentAnswer = { consent: boolean; forget?: boolean | undefined }

/** The answer of a person who starts a call. */
export async function storeConsent(
  ctx: ListenerCtx,
  answer: { roomId: string; personId: number; consent: boolean },
): Promise<void> {
  await lockRoom(ctx.db, answer.roomId)
  await store.insertConsent(ctx.db, { ...answer, now: ctx.now() })
  await settleRecording(ctx, answer.roomId)
  publishRoomChanged(ctx, answer.roomId)
}

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
  await store.insertConsent(db, { roomId: room.id, personId, consent, now: ctx.now() })
  await settleRecording(ctx, room.id)
  if (!consent && forget && (await store.hasBeenIn(db, room.id, personId))) await deleteRunningRecording(ctx, room.id)
  publishRoomChanged(ctx, room.id)
  return { consent, recording: (await findRecording(db, room.id)).state }
}
