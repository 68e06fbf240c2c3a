import { MEETINGS_MAX, type StaffMeeting } from '@saathi/contract/video/staff-calls'
import type { Ctx } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { makeMeetingJob } from '../summary/make-meeting.ts'
import { lockMeeting, updateRetried } from '../meeting-store.ts'
import { findUnfinished } from './store.ts'

// Staff can see every call, but nothing that was said in it.

export async function listMeetings({ db }: Ctx): Promise<{ meetings: StaffMeeting[] }> {
  const undone = await findUnfinished(db, MEETINGS_MAX)
  return {
    meetings: undone.map(({ id, channelId, startedAt, endedAt, lastTriedAt, ...row }) => ({
      ...row,
      meetingRecordingId: id,
      channel: channelId,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      lastTriedAt: lastTriedAt?.toISOString() ?? null,
    })),
  }
}

/** Resets the attempts. */
export async function retryMeeting(ctx: Ctx, id: number): Promise<Record<string, never>> {
  const meeting = await lockMeeting(ctx.db, id)
  if (!meeting) throw notFound('video.meeting_not_found')
  if (meeting.state === 'ready') throw conflict('video.meeting_ready')
  await updateRetried(ctx.db, id)
  await ctx.enqueue(makeMeetingJob, { recordingId: id, isOver: true })
  return {}
}
