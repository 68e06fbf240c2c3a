import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { shownName } from '#accounts/public.ts'
import { findCallChannels, readersOf } from '#chat/public.ts'
import type { Db, ListenerCtx } from '#core/ctx.ts'
import { keyOf } from '#core/files/file-store.ts'
import { type JobTools, definePreparedJob, type Job } from '#core/jobs/define-job.ts'
import * as store from '../meeting-store.ts'
import { findSegmentFiles } from '../recording/segment-store.ts'
import { dayOf, insertGeneratedFile, storeText, type GeneratedFile, sealNextSegment } from './generated-files.ts'
import { notifySummaryReady } from './notices.ts'
import { languageOf, type Line, linesOfCaptions, linesOfSegments, rowsOf, withRow, writeTranscript } from './summarise.ts'

/** Long enough to survive an endpoint outage of several hours. */
const retry = { limit: 8, delaySeconds: 30, backoff: true, maxDelaySeconds: 3600 }
const ATTEMPTS = retry.limit + 1

/**
 * Runs one processing step of a recording, then enqueues itself for the next. Enqueued when the recording ends, and with `isOver:
 * false` after each segment, to seal only that segment and make it available immediately.
 */
export const makeMeetingJob: Job<{ recordingId: number; isOver: boolean }> = definePreparedJob({
  name: 'video.make_meeting',
  payload: z.strictObject({ recordingId: z.int(), isOver: z.boolean() }),
  retry,
  timeoutSeconds: 900,
  concurrency: 2,
  prepare: async (tools, { recordingId, isOver }) => {
    const meeting = await store.findMeeting(tools.db, recordingId)
    if (!meeting || meeting.state === 'ready') return null
    try {
      const isLastTry = meeting.attempts + 1 >= ATTEMPTS
      const finish = isOver ? await nextStep(tools, meeting, isLastTry) : await sealNextSegment(tools, meeting)
      return finish && { finish, step: meeting.step, spoken: meeting.spoken }
    } catch (error) {
      const words = error instanceof Error ? error.message : 'A value that is not an Error was thrown.'
      await store.updateFailedAttempt(tools.db, recordingId, { error: words, now: tools.now(), most: ATTEMPTS })
      throw error
    }
  },
  work: async (ctx, { recordingId, isOver }, prepared) => {
    const meeting = prepared && (await store.lockMeeting(ctx.db, recordingId))
    // Another job finished this step first, or the recording was deleted.
    if (!meeting || meeting.step !== prepared.step || meeting.spoken !== prepared.spoken) return
    const goesOn = await prepared.finish(ctx)
    if (goesOn) await ctx.enqueue(makeMeetingJob, { recordingId, isOver })
  },
})

/** Writes the result of the slow part; returns true if another step follows. */
type Finish = (ctx: ListenerCtx) => Promise<boolean>

/** Null if there is nothing to do now. */
async function nextStep(tools: JobTools, meeting: store.Meeting, isLastTry: boolean): Promise<Finish | null> {
  const { step, state } = meeting
  if (step === 'seal') {
    const sealed = await sealNextSegment(tools, meeting)
    if (sealed) return sealed
    // Staff may retry it during the recording. The job is enqueued again when the recording ends.
    return state === 'recording' ? null : (ctx) => startStep(ctx, meeting, 'transcript')
  }
  return step === 'transcript' ? transcribeNext(tools, meeting) : summariseMeeting(tools, meeting, isLastTry)
}

async function startStep(
  ctx: ListenerCtx,
  { id }: store.Meeting,
  step: store.Step,
  transcript?: GeneratedFile,
): Promise<boolean> {
  const fileId = transcript && (await insertGeneratedFile(ctx, id, transcript))
  await store.updateStep(ctx.db, id, step, fileId)
  return true
}

/** Transcribes one segment per run; after the last one, writes the transcript. */
async function transcribeNext(tools: JobTools, meeting: store.Meeting): Promise<Finish> {
  const { db, engines, signal } = tools
  const { transcribe } = engines.transcription
  const segmentFiles = await findSegmentFiles(db, meeting.id)
  const segmentFile = segmentFiles[rowsOf(meeting.spoken).length]
  if (transcribe && segmentFile) {
    const spoken = withRow(meeting.spoken, await transcribe(await readSegmentFile(tools, segmentFile.fileId), signal))
    return async (ctx) => {
      await store.updateSpoken(ctx.db, meeting.id, spoken)
      return true
    }
  }
  const lines = await findLines(db, meeting)
  if (lines.length === 0) return (ctx) => startStep(ctx, meeting, 'summary')
  const name = `transcript-${dayOf(meeting.startedAt)}.txt`
  const file = await storeText(engines.fileStore, 'video_transcript', name, writeTranscript(lines))
  return (ctx) => startStep(ctx, meeting, 'summary', file)
}

async function readSegmentFile({ engines }: JobTools, fileId: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = await engines.fileStore.get(keyOf(fileId, 'original'))
  if (!stream) throw new Error('The file of a segment is missing.')
  return new Uint8Array(await buffer(stream))
}

/** The endpoint's transcript, or the browsers' captions if it has none. */
async function findLines(db: Db, { id, startedAt, spoken }: store.Meeting): Promise<Line[]> {
  const transcribed = linesOfSegments(startedAt, await findSegmentFiles(db, id), spoken)
  if (transcribed.length > 0) return transcribed
  const captions = await store.findCaptions(db, id)
  return linesOfCaptions(
    startedAt,
    captions.map(({ text, saidAt, ...person }) => ({ name: shownName(person, 'en'), text, saidAt })),
  )
}

async function summariseMeeting(tools: JobTools, meeting: store.Meeting, isLastTry: boolean): Promise<Finish> {
  const { db, engines } = tools
  const lines = await findLines(db, meeting)
  if (lines.length === 0) {
    const hasSegmentFile = (await findSegmentFiles(db, meeting.id)).length > 0
    return (ctx) => (hasSegmentFile ? finish(ctx, meeting, null) : dropEmpty(ctx, meeting))
  }
  const { startedAt, endedAt } = meeting
  const seconds = ((endedAt ?? tools.now()).getTime() - startedAt.getTime()) / 1000
  const talk = { lines, seconds, language: languageOf(lines) }
  const text = await engines.summaries.summarise({ ...tools, isLastTry }, talk)
  const file = await storeText(engines.fileStore, 'video_summary', `summary-${dayOf(startedAt)}.txt`, text)
  return (ctx) => finish(ctx, meeting, file)
}

/** Nothing was recorded: there is nothing to show. */
async function dropEmpty({ db }: ListenerCtx, { id }: store.Meeting): Promise<boolean> {
  await store.deleteRecordings(db, [id])
  return false
}

/** Only now does the meeting appear in the history. */
async function finish(ctx: ListenerCtx, meeting: store.Meeting, summary: GeneratedFile | null): Promise<boolean> {
  const { id, channelId } = meeting
  await store.updateReady(ctx.db, id, summary && (await insertGeneratedFile(ctx, id, summary)), ctx.now())
  await publishHistoryChanged(ctx, [channelId])
  if (summary) await notifySummaryReady(ctx, meeting)
  return false
}

export async function publishHistoryChanged(ctx: ListenerCtx, channelIds: readonly number[]): Promise<void> {
  for (const channel of await findCallChannels(ctx.db, { channelIds: [...new Set(channelIds)] })) {
    ctx.push({ to: readersOf(channel), event: { type: 'video.history_changed', channel: channel.id } })
  }
}
