import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Flag, Time } from '../core/fields.ts'
import { StoredFile } from '../core/stored-file.ts'
import { doorErrors, roomId } from './calls.ts'

export const PIECE_MAX_BYTES = 1024 * 1024
/** What transcription endpoints take in one file is 25 MB; a segment is a whole film of its own. */
export const SEGMENT_MAX_BYTES = 24 * 1024 * 1024
/** After so long the recorder begins another one. */
export const SEGMENT_MAX_SECONDS = 600
export const PIECE_EVERY_MS = 4_000
export const SEGMENTS_MAX = 200
export const CAPTIONS_MAX = 5_000

const WholeNumber = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,10}$/))]),
  z.transform((value: string | number) => Number(value)),
)

/**
 * In order, each once: its number is how many came before it, its offset how many bytes. The last one that was taken may come
 * again. With `isLast` the segment is whole; where the recording goes on, the next one is named in the reply.
 */
export const sendPiece = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/:id/recording/pieces/',
  summary: 'Upload the next piece of a recording, by whom the server has asked to record',
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

/** After a break: where to go on. */
export const getSegment = defineCall({
  method: 'GET',
  path: '/api/v2/video/room/:id/recording/segments/:segmentId/',
  summary: 'How much of a segment of your recording has arrived',
  action: 'video.call',
  params: z.extend(roomId, { segmentId: z.uuid() }),
  reply: z.object({ nextPiece: z.int(), nextOffset: z.int(), isOpen: z.boolean() }),
  errors: [...doorErrors, 'video.not_recorder'],
})

/** For those who were in it and have agreed to it. A segment is here once it is whole. */
export const getRecordingSoFar = defineCall({
  method: 'GET',
  path: '/api/v2/video/room/:id/recording/',
  summary: 'What was recorded and written down of this call so far',
  action: 'video.call',
  params: roomId,
  reply: z.object({
    files: z.array(StoredFile).check(z.maxLength(SEGMENTS_MAX)),
    captions: z.array(z.object({ at: Time, name: z.string(), text: z.string() })).check(z.maxLength(CAPTIONS_MAX)),
  }),
  errors: [...doorErrors],
})
