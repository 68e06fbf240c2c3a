import { type MeetingRatingStatus, SUMMARY_QUESTION } from '@saathi/contract/video/entities'
import { DAY_MS } from '@saathi/contract/core/time'
import type { Ctx } from '#core/ctx.ts'
import { badField, forbidden, notFound } from '#core/errors.ts'
import { isChannelOpen } from '../access.ts'
import { findReadyChannel, findUnrated, saveRating, type Unrated } from './rating-store.ts'
import { clearRatingNotice } from '../summary/notices.ts'

/** No rating is requested after a week. */
const RATING_PERIOD_MS = 7 * DAY_MS
/** Enough to find a recent one whose channel is still open to the person. */
const MAX_CHECKED = 5

function requireSelf({ actor }: Ctx, userId: number): void {
  if (userId !== actor.personId) throw forbidden('video.not_yours')
}

const noSuchMeeting = () => notFound('video.meeting_not_found')

type SubmittedRating = number | Readonly<Record<string, number | null>> | null

function markOf(submitted: SubmittedRating): number | null {
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
  const channelId = await findReadyChannel(ctx.db, meetingRecordingId)
  if (channelId === null || !(await isChannelOpen(ctx, channelId))) throw noSuchMeeting()
  const mark = markOf(meetingRating)
  await saveRating(ctx.db, { recordingId: meetingRecordingId, personId: userId, mark, ratedAt: ctx.now() })
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

async function findDue(ctx: Ctx): Promise<Unrated | null> {
  const readyAfter = new Date(ctx.now().getTime() - RATING_PERIOD_MS)
  for (const unrated of await findUnrated(ctx.db, ctx.actor.personId, readyAfter, MAX_CHECKED)) {
    if (await isChannelOpen(ctx, unrated.channelId)) return unrated
  }
  return null
}
