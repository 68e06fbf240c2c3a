import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Flag, Time } from '../core/fields.ts'
import { StoredFile } from '../core/stored-file.ts'
import { doorErrors, roomId } from './calls.ts'

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
  errors: [...doorErrors, 'video.not_recorder', 'video.segment_over', 'video.piece_out_of_order', 'video.piece_unreadable'],
})

/** To resume an upload after a disconnect. */
export const getSegment = defineCall({
  method: 'GET',
  path: '/api/v2/video/room/:id/recording/segments/:segmentId/',
  summary: 'Get how much of a segment of your recording has arrived',
  action: 'video.call',
  params: z.extend(roomId, { segmentId: z.uuid() }),
  reply: z.object({ nextPiece: z.int(), nextOffset: z.int(), isOpen: z.boolean() }),
  errors: [...doorErrors, 'video.not_recorder'],
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
  errors: [...doorErrors],
})
