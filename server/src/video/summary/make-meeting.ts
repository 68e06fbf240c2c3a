import { buffer } from 'node:stream/consumers'
import { shownName } from '#accounts/public.ts'
import { findCallChannels, readersOf } from '#chat/public.ts'
import type { Db, ListenerCtx } from '#core/ctx.ts'
import { keyOf } from '#core/files/file-store.ts'
import type { JobTools } from '#core/jobs/define-job.ts'
import { dayOf, insertGeneratedFile, storeText, type GeneratedFile } from './generated-files.ts'
import * as store from '../meeting-store.ts'
import { findSegmentFiles } from '../recording/segment-store.ts'
import { sealNextSegment } from '../recording/segments.ts'
import { notifySummaryReady } from './notices.ts'
import { languageOf, type Line, linesOfCaptions, linesOfSegments, rowsOf, withRow, writeTranscript } from './transcript.ts'

/** Writes the result of the slow part; returns true if another step follows. */
export type Finish = (ctx: ListenerCtx) => Promise<boolean>

/** Null if there is nothing to do now. */
export async function nextStep(tools: JobTools, meeting: store.Meeting, isLastTry: boolean): Promise<Finish | null> {
  const { step, state } = meeting
  if (step === 'seal') {
    const sealed = await sealNextSegment(tools, meeting)
    if (sealed) return sealed
    // Retried by staff while still recording: the job is enqueued again when the recording ends.
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
