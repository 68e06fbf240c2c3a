import { MEETINGS_MAX, type StaffMeeting } from '@saathi/contract/video/staff-calls'
import { can, displayName, scopeOf } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { lockMeeting, updateRetried } from '../meeting-store.ts'
import { makeMeetingJob } from '../summary/make-meeting.ts'
import * as store from './store.ts'

// Staff see which calls were recorded, but nothing that was said in them.

export async function listMeetings(ctx: Ctx, mentorshipId: number | undefined): Promise<{ meetings: StaffMeeting[] }> {
  const scope = scopeOf(ctx.actor, 'staff.video')
  const undone = await store.findUnfinished(ctx.db, { scope, mentorshipId, limit: MEETINGS_MAX })
  const people = await store.findPeople(
    ctx.db,
    undone.flatMap((row) => row.mentorshipId ?? []),
  )
  return {
    meetings: undone.map(({ id, channelId, mentorshipId: mentorship, startedAt, endedAt, lastTriedAt, ...row }) => ({
      ...row,
      meetingRecordingId: id,
      channel: channelId,
      mentorship,
      people: people.filter((each) => each.mentorshipId === mentorship).map(displayName),
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      lastTriedAt: lastTriedAt?.toISOString() ?? null,
    })),
  }
}

export const countFailed = ({ db, actor }: Ctx): Promise<number> => store.countFailed(db, scopeOf(actor, 'staff.video'))

/** Resets the attempts. Calls of other programmes and unknown ids get the same error. */
export async function retryMeeting(ctx: Ctx, id: number): Promise<Record<string, never>> {
  const meeting = await lockMeeting(ctx.db, id)
  const projectId = meeting && (await store.findProgrammeOf(ctx.db, meeting.channelId))
  if (!meeting || !can(ctx.actor, 'staff.video', projectId)) throw notFound('video.meeting_not_found')
  if (meeting.state === 'ready') throw conflict('video.meeting_ready')
  await updateRetried(ctx.db, id)
  await ctx.enqueue(makeMeetingJob, { recordingId: id, isOver: true })
  return {}
}
