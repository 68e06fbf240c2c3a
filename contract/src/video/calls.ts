import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, Time } from '../core/fields.ts'
import { OpenRoom, RecordingState, VideoRoom } from './entities.ts'

export const ROOMS_MAX = 50

/** The id of a room or the sessionUuid of an event. Anything else gets the same reply as another channel's room. */
export const roomId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

/**
 * `not_allowed`: the room does not exist, was removed, or is not for the caller; `closed`: a blackout; `off`: video is disabled.
 */
export const doorErrors = ['video.off', 'video.not_allowed', 'video.closed'] as const
/** The caller has access, but it is too early or too late to join. */
export const visitErrors = [...doorErrors, 'video.early', 'video.late'] as const

/** If the channel already has a call in progress, returns that call and does not ring again. */
export const startCall = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/',
  summary: 'Start a call in a channel',
  action: 'video.call',
  body: z.object({ channel: Id }),
  reply: VideoRoom,
  errors: [...doorErrors],
})

export const getRoom = defineCall({
  method: 'GET',
  path: '/api/v2/video/room/:id/',
  summary: 'Get a call: whether you can join it, and the engine to join with',
  action: 'video.call',
  params: roomId,
  reply: VideoRoom,
  errors: [...doorErrors],
})

export const listRooms = defineCall({
  method: 'GET',
  path: '/api/v2/video/rooms/',
  summary: 'List the calls you can join now, newest first',
  action: 'video.call',
  reply: z.object({ rooms: z.array(OpenRoom).check(z.maxLength(ROOMS_MAX)) }),
  errors: ['video.off'],
})

/** Consent can be given or withdrawn at any time. Withdrawing ends the recording before the reply is sent. */
export const giveConsent = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/:id/consent/',
  summary: 'Give or withdraw consent to recording this call',
  action: 'video.call',
  params: roomId,
  body: z.object({
    consent: z.boolean(),
    /** With `consent: false`: also delete what was recorded of this call so far. Only for people who were in it. */
    forget: z.optional(z.boolean()),
  }),
  reply: z.object({ consent: z.boolean(), recording: RecordingState }),
  errors: [...visitErrors],
})

/**
 * `jitsiParticipantId` is the engine's id for the participant; the built-in engine uses the peer id. A repeated join is a
 * heartbeat: a client without a socket must repeat it within LOST_AFTER_SECONDS. The timestamp is stored for reference only.
 */
export const postCallEvent = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/:id/event/',
  summary: 'Report that you joined or left a call',
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
