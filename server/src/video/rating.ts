import { type MeetingRatingStatus, SUMMARY_QUESTION } from '@saathi/contract/video/entities'
import type { Ctx } from '#core/ctx.ts'
import { badField, forbidden, notFound } from '#core/errors.ts'
import { isChannelOpen } from './meeting-access.ts'
import { findReadyChannel, findUnrated, saveRating, type Unrated } from './rating-store.ts'
import { hearRated } from './summary-notices.ts'

/** What somebody has not rated within a week they have forgotten. */
const ASKED_FOR_MS = 7 * 24 * 60 * 60_000
/** One of the last few is in a conversation that is open to them, or none. */
const LOOKED_AT = 5

function requireSelf({ actor }: Ctx, userId: number): void {
  if (userId !== actor.personId) throw forbidden('video.not_yours', 'You can rate for yourself alone.')
}

const noSuchMeeting = () => notFound('video.meeting_not_found', 'There is no such call.')

type Given = number | Readonly<Record<string, number | null>> | null

function markOf(given: Given): number | null {
  if (given === null || typeof given === 'number') return given
  if (!Object.keys(given).every((question) => question === SUMMARY_QUESTION)) {
    throw badField('meeting_rating', 'This was not asked.')
  }
  return given[SUMMARY_QUESTION] ?? null
}

export async function rateMeetingSummary(
  ctx: Ctx,
  { meetingRecordingId, userId, meetingRating }: { meetingRecordingId: number; userId: number; meetingRating: Given },
): Promise<Record<string, never>> {
  requireSelf(ctx, userId)
  const channelId = await findReadyChannel(ctx.db, meetingRecordingId)
  if (channelId === null || !(await isChannelOpen(ctx, channelId))) throw noSuchMeeting()
  const mark = markOf(meetingRating)
  await saveRating(ctx.db, { recordingId: meetingRecordingId, personId: userId, mark, ratedAt: ctx.now() })
  await hearRated(ctx, userId, meetingRecordingId)
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
  const readyAfter = new Date(ctx.now().getTime() - ASKED_FOR_MS)
  for (const unrated of await findUnrated(ctx.db, ctx.actor.personId, readyAfter, LOOKED_AT)) {
    if (await isChannelOpen(ctx, unrated.channelId)) return unrated
  }
  return null
}
