import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, Time } from '../core/fields.ts'
import { OpenRoom, RecordingState, VideoRoom } from './entities.ts'

export const ROOMS_MAX = 50

/** A room's own id or the sessionUuid of an event. What is neither is answered like a room of others. */
export const roomId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

/** `not_allowed`: it is not there, was removed, or is not for the caller; `closed`: a blackout; `off`: video is not in use. */
export const doorErrors = ['video.off', 'video.not_allowed', 'video.closed'] as const
/** Beyond the door: too early, or too late. */
export const visitErrors = [...doorErrors, 'video.early', 'video.late'] as const

/** Where one goes on already in this channel, that one is given, and nobody is called a second time. */
export const startCall = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/',
  summary: 'Call everybody in a channel',
  action: 'video.call',
  body: z.object({ channel: Id }),
  reply: VideoRoom,
  errors: [...doorErrors],
})

export const getRoom = defineCall({
  method: 'GET',
  path: '/api/v2/video/room/:id/',
  summary: 'A call: whether you may come in, and with what',
  action: 'video.call',
  params: roomId,
  reply: VideoRoom,
  errors: [...doorErrors],
})

export const listRooms = defineCall({
  method: 'GET',
  path: '/api/v2/video/rooms/',
  summary: 'Calls that you could come into now, the newest first',
  action: 'video.call',
  reply: z.object({ rooms: z.array(OpenRoom).check(z.maxLength(ROOMS_MAX)) }),
  errors: ['video.off'],
})

/** Can be given and withdrawn at any time; withdrawn it ends the recording before this is answered. */
export const giveConsent = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/:id/consent/',
  summary: 'Say whether this call may be recorded while you are in it',
  action: 'video.call',
  params: roomId,
  body: z.object({
    consent: z.boolean(),
    /** With a no: what was recorded of this call so far is deleted, too. Only for one who was in it. */
    forget: z.optional(z.boolean()),
  }),
  reply: z.object({ consent: z.boolean(), recording: RecordingState }),
  errors: [...visitErrors],
})

/**
 * What a participant is called by the engine; ours calls them by their peer id. A join repeated is a sign of life: whoever has no
 * line repeats it before LOST_AFTER_SECONDS have passed. The time is kept as it was told, and decides nothing.
 */
export const postCallEvent = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/:id/event/',
  summary: 'Say that you have come into a call, or left it',
  action: 'video.call',
  params: roomId,
  body: z.object({
    event: z.enum(['join', 'leave']),
    jitsiParticipantId: z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w@.:/-]+$/)),
    timestamp: Time,
  }),
  reply: z.object({ recording: RecordingState }),
  errors: [...visitErrors, 'video.full'],
})
