import { randomUUID } from 'node:crypto'
import type { RecordingState } from '@saathi/contract/video/entities'
import { CAPTIONS_MAX } from '@saathi/contract/video/recording-calls'
import type { Db } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import type { ListenerCtx } from '#core/events.ts'
import { forgetFiles } from '#core/files/forget-files.ts'
import { makeMeetingJob } from './make-meeting-job.ts'
import { deleteRecordings } from './meeting-store.ts'
import { type Decision, decideRecording, type Situation } from './recording-rule.ts'
import * as store from './recording-store.ts'
import { tellRoom } from './room-notes.ts'
import { lockRoom } from './room-store.ts'

/** From a recorder who is not heard of for so long the recording goes to another. */
const SILENT_AFTER_MS = 15_000

async function findSituation(db: Db, roomId: string) {
  const recording = await store.findOpenRecording(db, roomId)
  const segment = await store.findOpenSegment(db, roomId)
  const soFar = recording ? await store.findSoFar(db, recording.id) : { segments: 0, silences: new Map<string, number>() }
  const situation: Situation = {
    isWanted: await store.isRecordingWanted(db, roomId),
    people: await store.findPresent(db, roomId),
    recorderPeerId: segment?.recorderPeerId ?? null,
    ...soFar,
  }
  return { recording, segment, situation }
}

/** By whoever holds the room's row, after every change of who is there or who has agreed. */
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

/** It is put together at once, so that it can be had while the call goes on. */
export async function endSegment(
  ctx: ListenerCtx,
  { id, recordingId }: Pick<store.OpenSegment, 'id' | 'recordingId'>,
  reason: store.EndReason,
): Promise<void> {
  await store.updateSegmentEnded(ctx.db, id, reason, ctx.now())
  await ctx.enqueue(makeMeetingJob, { recordingId, isOver: false })
}

type Named = Decision & { recorderPeerId: string }
const isNewRecorder = (decision: Decision, before: Situation): decision is Named =>
  decision.recorderPeerId !== null && decision.recorderPeerId !== before.recorderPeerId

export type RecordingNow = {
  state: RecordingState
  /** Since when this sitting is recorded; null while it is not. */
  since: Date | null
  segment: { id: string; recorderPeerId: string } | null
}

/** What is, and not what would be decided: it runs where a film is being made. */
export async function findRecording(db: Db, roomId: string): Promise<RecordingNow> {
  const segment = await store.findOpenSegment(db, roomId)
  if (segment) {
    const { id, recorderPeerId } = segment
    const recording = await store.findOpenRecording(db, roomId)
    return { state: 'running', since: recording?.startedAt ?? segment.startedAt, segment: { id, recorderPeerId } }
  }
  const isWanted = await store.isRecordingWanted(db, roomId)
  return { state: isWanted ? 'waiting' : 'off', since: null, segment: null }
}

/** The button. To switch it on it must be able to run, or it would begin in the moment in which the last one gives way. */
export async function setWanted(ctx: ListenerCtx, roomId: string, isWanted: boolean): Promise<void> {
  await lockRoom(ctx.db, roomId)
  if (isWanted) {
    const people = await store.findPresent(ctx.db, roomId)
    if (!people.every(({ hasAgreed }) => hasAgreed)) {
      throw conflict('video.consent_missing', 'It can be recorded once everybody in the call has agreed to it.')
    }
  }
  await store.updateWanted(ctx.db, roomId, isWanted)
  await settleRecording(ctx, roomId)
  tellRoom(ctx, roomId)
}

type Said = { roomId: string; personId: number; text: string; language: string }

/** Kept while it is recorded, and at no other time. */
export async function keepCaption(ctx: ListenerCtx, { roomId, personId, text, language }: Said): Promise<void> {
  // Held, so that nothing is kept of what was said after a no.
  await lockRoom(ctx.db, roomId)
  const segment = await store.findOpenSegment(ctx.db, roomId)
  const words = text.trim()
  if (!segment || words === '') return
  const { recordingId } = segment
  if ((await store.countCaptions(ctx.db, recordingId)) >= CAPTIONS_MAX) return
  await store.insertCaption(ctx.db, { recordingId, personId, text: words, language }, ctx.now())
}

/** Asked from time to time: a recorder from whom nothing comes has left without a word, or cannot record after all. */
export async function endSilent(ctx: ListenerCtx, roomId: string): Promise<void> {
  const isSilent = (segment: store.OpenSegment | null): segment is store.OpenSegment =>
    segment !== null && segment.heardAt.getTime() < ctx.now().getTime() - SILENT_AFTER_MS
  // Most of the time there is nothing to do, and nobody is kept waiting for the lock.
  if (!isSilent(await store.findOpenSegment(ctx.db, roomId))) return
  await lockRoom(ctx.db, roomId)
  const segment = await store.findOpenSegment(ctx.db, roomId)
  if (!isSilent(segment)) return
  await endSegment(ctx, segment, 'silent')
  await settleRecording(ctx, roomId)
  tellRoom(ctx, roomId)
}

/** By whoever holds the room's row, with a no: what was recorded of the sitting that goes on is gone, whole. */
export async function forgetRunning(ctx: ListenerCtx, roomId: string): Promise<void> {
  const recording = await store.findOpenRecording(ctx.db, roomId)
  if (!recording) return
  await forgetFiles(ctx, await deleteRecordings(ctx.db, [recording.id]))
}
