import { buffer } from 'node:stream/consumers'
import { shownName } from '#accounts/public.ts'
import { findCallChannels, readersOf } from '#chat/public.ts'
import type { Db } from '#core/ctx.ts'
import type { ListenerCtx } from '#core/events.ts'
import { keyOf } from '#core/files/file-store.ts'
import type { JobTools } from '#core/jobs/define-job.ts'
import { dayOf, keepFor, keepText, type MadeFile } from './made-files.ts'
import * as store from './meeting-store.ts'
import { findFilms } from './segment-store.ts'
import { sealNext } from './segments.ts'
import { tellSummaryReady } from './summary-notices.ts'
import { languageOf, type Line, linesOfCaptions, linesOfFilms, rowsOf, withRow, writeTranscript } from './transcript.ts'

/** What is written once the slow part is done; true where another step follows. */
export type Finish = (ctx: ListenerCtx) => Promise<boolean>

/** Null where there is nothing to do now. */
export async function nextStep(tools: JobTools, meeting: store.Meeting, isLastTry: boolean): Promise<Finish | null> {
  const { step, state } = meeting
  if (step === 'seal') {
    const sealed = await sealNext(tools, meeting)
    if (sealed) return sealed
    // Set going by hand too early: when the sitting is over it is set going anyway.
    return state === 'recording' ? null : (ctx) => begin(ctx, meeting, 'transcript')
  }
  return step === 'transcript' ? writeDown(tools, meeting) : sumUp(tools, meeting, isLastTry)
}

async function begin(ctx: ListenerCtx, { id }: store.Meeting, step: store.Step, transcript?: MadeFile): Promise<boolean> {
  const fileId = transcript && (await keepFor(ctx, id, transcript))
  await store.updateStep(ctx.db, id, step, fileId)
  return true
}

/** One film at a time, and then the whole. */
async function writeDown(tools: JobTools, meeting: store.Meeting): Promise<Finish> {
  const { db, engines, signal } = tools
  const { transcribe } = engines.transcription
  const films = await findFilms(db, meeting.id)
  const film = films[rowsOf(meeting.spoken).length]
  if (transcribe && film) {
    const spoken = withRow(meeting.spoken, await transcribe(await readFilm(tools, film.fileId), signal))
    return async (ctx) => {
      await store.updateSpoken(ctx.db, meeting.id, spoken)
      return true
    }
  }
  const lines = await findLines(db, meeting)
  if (lines.length === 0) return (ctx) => begin(ctx, meeting, 'summary')
  const name = `transcript-${dayOf(meeting.startedAt)}.txt`
  const made = await keepText(engines.fileStore, 'video_transcript', name, writeTranscript(lines))
  return (ctx) => begin(ctx, meeting, 'summary', made)
}

async function readFilm({ engines }: JobTools, fileId: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = await engines.fileStore.get(keyOf(fileId, 'original'))
  if (!stream) throw new Error('The bytes of a film are gone.')
  return new Uint8Array(await buffer(stream))
}

/** What an endpoint has heard, and where it has heard nothing what people's browsers have. */
async function findLines(db: Db, { id, startedAt, spoken }: store.Meeting): Promise<Line[]> {
  const heard = linesOfFilms(startedAt, await findFilms(db, id), spoken)
  if (heard.length > 0) return heard
  const captions = await store.findCaptions(db, id)
  return linesOfCaptions(
    startedAt,
    captions.map(({ text, saidAt, ...person }) => ({ name: shownName(person, 'en'), text, saidAt })),
  )
}

async function sumUp(tools: JobTools, meeting: store.Meeting, isLastTry: boolean): Promise<Finish> {
  const { db, engines } = tools
  const lines = await findLines(db, meeting)
  if (lines.length === 0) {
    const hasFilm = (await findFilms(db, meeting.id)).length > 0
    return (ctx) => (hasFilm ? finish(ctx, meeting, null) : dropEmpty(ctx, meeting))
  }
  const { startedAt, endedAt } = meeting
  const seconds = ((endedAt ?? tools.now()).getTime() - startedAt.getTime()) / 1000
  const talk = { lines, seconds, language: languageOf(lines) }
  const text = await engines.summaries.summarise({ ...tools, isLastTry }, talk)
  const made = await keepText(engines.fileStore, 'video_summary', `summary-${dayOf(startedAt)}.txt`, text)
  return (ctx) => finish(ctx, meeting, made)
}

/** It could have been recorded, and nothing was: there is nothing to look back at. */
async function dropEmpty({ db }: ListenerCtx, { id }: store.Meeting): Promise<boolean> {
  await store.deleteRecordings(db, [id])
  return false
}

/** Only now is there anything to see of it. */
async function finish(ctx: ListenerCtx, meeting: store.Meeting, summary: MadeFile | null): Promise<boolean> {
  const { id, channelId } = meeting
  await store.updateReady(ctx.db, id, summary && (await keepFor(ctx, id, summary)), ctx.now())
  await tellHistory(ctx, [channelId])
  if (summary) await tellSummaryReady(ctx, meeting)
  return false
}

export async function tellHistory(ctx: ListenerCtx, channelIds: readonly number[]): Promise<void> {
  for (const channel of await findCallChannels(ctx.db, { channelIds: [...new Set(channelIds)] })) {
    ctx.push({ to: readersOf(channel), event: { type: 'video.history_changed', channel: channel.id } })
  }
}
