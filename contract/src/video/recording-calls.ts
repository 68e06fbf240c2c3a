import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Flag, Time, Id, IdParam, Nothing } from '../core/fields.ts'
import { StoredFile } from '../core/stored-file.ts'
import { roomErrors, roomId } from './calls.ts'
import { MeetingHistoryItem, MeetingRatingStatus } from './entities.ts'

export const PIECE_MAX_BYTES = 1024 * 1024
/** Transcription endpoints accept files up to 25 MB. Each segment is a complete, playable file. */
export const SEGMENT_MAX_BYTES = 24 * 1024 * 1024
/** After this time the recorder starts a new segment. */
export const SEGMENT_MAX_SECONDS = 600
export const PIECE_EVERY_MS = 4_000
export const SEGMENTS_MAX = 200
export const CAPTIONS_MAX = 5_000

const WholeNumber = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,10}$/))]),
  z.transform((value: string | number) => Number(value)),
)

/**
 * Pieces are sent in order: `pieceNumber` and `offset` count the pieces and bytes before this one. The last accepted piece may be
 * sent again. `isLast` completes the segment; if the recording continues, the reply has the id of the next segment.
 */
export const sendPiece = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/:id/recording/pieces/',
  summary: 'Upload the next piece of the recording you make',
  action: 'video.call',
  params: roomId,
  form: {
    fields: z.object({
      segmentId: z.uuid(),
      pieceNumber: z.pipe(WholeNumber, z.int().check(z.minimum(0), z.maximum(100_000))),
      offset: z.pipe(WholeNumber, z.int().check(z.minimum(0), z.maximum(SEGMENT_MAX_BYTES))),
      isLast: Flag,
    }),
    files: { piece: { maxBytes: PIECE_MAX_BYTES } },
  },
  reply: z.object({ nextPiece: z.int(), nextOffset: z.int(), nextSegment: z.nullable(z.uuid()) }),
  errors: [...roomErrors, 'video.not_recorder', 'video.segment_over', 'video.piece_out_of_order', 'video.piece_unreadable'],
})

/** To resume an upload after a disconnect. */
export const getSegment = defineCall({
  method: 'GET',
  path: '/api/v2/video/room/:id/recording/segments/:segmentId/',
  summary: 'Get how much of a segment of your recording has arrived',
  action: 'video.call',
  params: z.extend(roomId, { segmentId: z.uuid() }),
  reply: z.object({ nextPiece: z.int(), nextOffset: z.int(), isOpen: z.boolean() }),
  errors: [...roomErrors, 'video.not_recorder'],
})

/** For participants who agreed to the recording. A segment is listed once it is complete. */
export const getRecordingSoFar = defineCall({
  method: 'GET',
  path: '/api/v2/video/room/:id/recording/',
  summary: 'Get the recorded files and captions of this call so far',
  action: 'video.call',
  params: roomId,
  reply: z.object({
    files: z.array(StoredFile).check(z.maxLength(SEGMENTS_MAX)),
    captions: z.array(z.object({ at: Time, name: z.string(), text: z.string() })).check(z.maxLength(CAPTIONS_MAX)),
  }),
  errors: [...roomErrors],
})

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
