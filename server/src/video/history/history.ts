import { DAY_MS, MINUTE_MS } from '@saathi/contract/core/time'
import { type MeetingHistoryItem, type MeetingRatingStatus, SUMMARY_QUESTION } from '@saathi/contract/video/entities'
import { HISTORY_MAX, SEGMENTS_MAX } from '@saathi/contract/video/recording-calls'
import { shownName } from '#accounts/public.ts'
import { requireOpenChannel } from '#chat/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badField, forbidden, notFound } from '#core/errors.ts'
import { describeFile, type FileSummary } from '#core/files/describe-file.ts'
import { findFiles } from '#core/files/store.ts'
import { requireRoom, isChannelOpen } from '../access.ts'
import { findCaptions } from '../meeting-store.ts'
import { findSegmentFiles } from '../recording/segment-store.ts'
import { clearRatingNotice } from '../summary/notices.ts'
import * as store from './store.ts'

/** No rating is requested after a week. */
const RATING_PERIOD_MS = 7 * DAY_MS
/** Usually enough to find an unrated meeting whose channel the person can still open. */
const MAX_CHECKED = 5

export async function getChannelHistory(ctx: Ctx, channelId: number): Promise<{ history: MeetingHistoryItem[] }> {
  await requireOpenChannel(ctx, channelId)
  const past = await store.findPastMeetings(ctx.db, { channelId, personId: ctx.actor.personId, limit: HISTORY_MAX })
  const linkTo = (file: FileSummary | null) => file && describeFile(ctx, file).url
  return {
    history: past.map(({ id, startedAt, endedAt, recordings, summary, transcript, rating }) => ({
      meetingDatetime: startedAt.toISOString(),
      summaryTextFileUrl: linkTo(summary),
      transcriptionTextFileUrl: linkTo(transcript),
      recordingUrls: recordings.slice(0, SEGMENTS_MAX).map((file) => describeFile(ctx, file).url),
      minutes: Math.ceil(((endedAt ?? startedAt).getTime() - startedAt.getTime()) / MINUTE_MS),
      meetingRecordingId: id,
      rating,
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

function requireSelf({ actor }: Ctx, userId: number): void {
  if (userId !== actor.personId) throw forbidden('video.not_yours')
}

const noSuchMeeting = () => notFound('video.meeting_not_found')

type SubmittedRating = number | Readonly<Record<string, number | null>> | null

function ratingOf(submitted: SubmittedRating): number | null {
  if (submitted === null || typeof submitted === 'number') return submitted
  if (!Object.keys(submitted).every((question) => question === SUMMARY_QUESTION)) {
    throw badField('meeting_rating', 'not_a_question')
  }
  return submitted[SUMMARY_QUESTION] ?? null
}

export async function rateMeetingSummary(
  ctx: Ctx,
  { meetingRecordingId, userId, meetingRating }: { meetingRecordingId: number; userId: number; meetingRating: SubmittedRating },
): Promise<Record<string, never>> {
  requireSelf(ctx, userId)
  const channelId = await store.findReadyChannel(ctx.db, meetingRecordingId)
  if (channelId === null || !(await isChannelOpen(ctx, channelId))) throw noSuchMeeting()
  const rating = ratingOf(meetingRating)
  await store.saveRating(ctx.db, { recordingId: meetingRecordingId, personId: userId, rating, ratedAt: ctx.now() })
  await clearRatingNotice(ctx, userId, meetingRecordingId)
  return {}
}

export async function getMeetingRatingStatus(ctx: Ctx, userId: number): Promise<MeetingRatingStatus> {
  requireSelf(ctx, userId)
  const due = await findDue(ctx)
  return {
    meetingRatingStatus: due !== null,
    meetingRecordingId: due?.id ?? null,
    meetingDateTime: due?.startedAt.toISOString() ?? null,
    meetingRatingTitle: due && SUMMARY_QUESTION,
  }
}

async function findDue(ctx: Ctx): Promise<store.Unrated | null> {
  const readyAfter = new Date(ctx.now().getTime() - RATING_PERIOD_MS)
  for (const unrated of await store.findUnrated(ctx.db, ctx.actor.personId, readyAfter, MAX_CHECKED)) {
    if (await isChannelOpen(ctx, unrated.channelId)) return unrated
  }
  return null
}
