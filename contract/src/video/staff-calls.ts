import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Time } from '../core/fields.ts'

export const MEETINGS_MAX = 100

/** The progress of creating a recording's transcript and summary; never their content. */
export const StaffMeeting = z.object({
  meetingRecordingId: Id,
  channel: Id,
  mentorship: Id,
  /** The mentor and the mentees. */
  people: z.array(z.string()).check(z.maxLength(50)),
  programme: z.string(),
  startedAt: Time,
  endedAt: z.nullable(Time),
  state: z.enum(['recording', 'making', 'failed', 'ready']),
  /** The current step, or the step that failed. */
  step: z.enum(['seal', 'transcript', 'summary']),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  lastTriedAt: z.nullable(Time),
})
export type StaffMeeting = z.infer<typeof StaffMeeting>

export const listMeetings = defineCall({
  method: 'GET',
  path: '/api/v2/staff/video/meetings/',
  summary: 'Recorded calls of your programmes without a transcript or summary, failed first',
  action: 'staff.video',
  query: z.object({ mentorship: z.optional(IdParam) }),
  reply: z.object({ meetings: z.array(StaffMeeting).check(z.maxLength(MEETINGS_MAX)) }),
  errors: [],
})

export const retryMeeting = defineCall({
  method: 'POST',
  path: '/api/v2/staff/video/meetings/:id/retry/',
  summary: 'Retry the transcript and summary of a call',
  action: 'staff.video',
  params: z.object({ id: IdParam }),
  body: z.object({}),
  reply: Nothing,
  errors: ['video.meeting_not_found', 'video.meeting_ready'],
})
