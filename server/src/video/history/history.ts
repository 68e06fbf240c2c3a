import type { MeetingHistoryItem } from '@saathi/contract/video/entities'
import { HISTORY_MAX, SEGMENTS_MAX } from '@saathi/contract/video/recording-calls'
import { shownName } from '#accounts/public.ts'
import { requireOpenChannel } from '#chat/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { describeFile, type FileSummary } from '#core/files/describe-file.ts'
import { findFiles } from '#core/files/store.ts'
import { requireRoom } from '../access.ts'
import * as store from './store.ts'
import { findCaptions } from '../meeting-store.ts'
import { findSegmentFiles } from '../recording/segment-store.ts'

export async function getChannelHistory(ctx: Ctx, channelId: number): Promise<{ history: MeetingHistoryItem[] }> {
  await requireOpenChannel(ctx, channelId)
  const past = await store.findPastMeetings(ctx.db, { channelId, personId: ctx.actor.personId, limit: HISTORY_MAX })
  const linkTo = (file: FileSummary | null) => file && describeFile(ctx, file).url
  return {
    history: past.map(({ id, startedAt, summary, transcript, mark }) => ({
      meetingDatetime: startedAt.toISOString(),
      summaryTextFileUrl: linkTo(summary),
      transcriptionTextFileUrl: linkTo(transcript),
      meetingRecordingId: id,
      rating: mark,
    })),
  }
}

/** The last recording the viewer was present for; empty without their consent. */
export async function getRecordingSoFar(ctx: Ctx, id: string) {
  const { db, actor } = ctx
  const room = await requireRoom(ctx, id)
  const meetingId = await store.findLastIn(db, room.id, actor.personId)
  if (meetingId === null || !(await store.hasAgreed(db, room.id, actor.personId))) return { files: [], captions: [] }
  const segmentFiles = (await findSegmentFiles(db, meetingId)).slice(0, SEGMENTS_MAX)
  const files = await findFiles(
    db,
    segmentFiles.map(({ fileId }) => fileId),
  )
  const byId = new Map(files.map((file) => [file.id, file]))
  const captions = await findCaptions(db, meetingId)
  return {
    files: segmentFiles.flatMap(({ fileId }) => {
      const file = byId.get(fileId)
      return file ? [describeFile(ctx, file)] : []
    }),
    captions: captions.map(({ text, saidAt, ...person }) => ({
      at: saidAt.toISOString(),
      name: shownName(person, actor.language),
      text,
    })),
  }
}
