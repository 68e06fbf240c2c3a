import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing } from '../core/fields.ts'
import { MeetingHistoryItem, MeetingRatingStatus } from './entities.ts'

export const HISTORY_MAX = 100

/** Only finished meetings: a call is listed once its summary is ready. */
export const getChannelHistory = defineCall({
  method: 'GET',
  path: '/api/v2/chat/:id/channel-history/',
  summary: 'List the recorded calls of a channel, newest first',
  action: 'video.history',
  params: z.object({ id: IdParam }),
  reply: z.object({ history: z.array(MeetingHistoryItem).check(z.maxLength(HISTORY_MAX)) }),
  errors: ['chat.off', 'chat.channel_not_found', 'chat.inactive'],
})

const Mark = z.int().check(z.minimum(1), z.maximum(5))

/** Marks by question, or a single mark for the only question. Empty or all null means skipped, and it is not requested again. */
export const rateMeetingSummary = defineCall({
  method: 'POST',
  path: '/api/v2/chat/meeting-summary-rating/',
  summary: 'Rate the summary of a call, or skip it',
  action: 'video.history',
  body: z.object({
    meetingRecordingId: Id,
    userId: Id,
    meetingRating: z.nullable(z.union([Mark, z.record(z.string().check(z.maxLength(100)), z.nullable(Mark))])),
  }),
  reply: Nothing,
  errors: ['video.not_yours', 'video.meeting_not_found'],
})

export const getMeetingRatingStatus = defineCall({
  method: 'GET',
  path: '/api/v2/video/meeting-summary-rating-status/',
  summary: 'Get whether you are due to rate a call summary',
  action: 'video.history',
  query: z.object({ userId: IdParam }),
  reply: MeetingRatingStatus,
  errors: ['video.not_yours'],
})
