import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Time } from '../core/fields.ts'
import { CallCard, CallPreview, CallStatus, DECLINE_WORDS_MAX, OpenRoom, RecordingState, VideoRoom } from './entities.ts'

export const ROOMS_MAX = 50

/** The id of a room or the sessionUuid of an event. Anything else gets the same reply as another channel's room. */
export const roomId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

/**
 * `not_allowed`: the room does not exist, was removed, or is not for the caller; `closed`: a blackout; `off`: video is disabled.
 */
export const roomErrors = ['video.off', 'video.not_allowed', 'video.closed'] as const
/** The caller has access, but it is too early or too late to join. */
export const visitErrors = [...roomErrors, 'video.early', 'video.late'] as const

/** Shown before a call: nothing rings until it is started. */
export const previewCall = defineCall({
  method: 'GET',
  path: '/api/v2/video/channel/:id/preview/',
  summary: 'See who a call would ring for, before it is started',
  action: 'video.call',
  params: z.object({ id: IdParam }),
  reply: CallPreview,
  errors: [...roomErrors],
})

export const CARDS_MAX = 100

export const listCallCards = defineCall({
  method: 'GET',
  path: '/api/v2/video/channel/:id/calls/',
  summary: 'List the calls of a conversation and how each one ended, newest first',
  action: 'video.call',
  params: z.object({ id: IdParam }),
  reply: z.object({ calls: z.array(CallCard).check(z.maxLength(CARDS_MAX)) }),
  errors: [...roomErrors],
})

/** If the channel already has a call in progress, returns that call and does not ring again. */
export const startCall = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/',
  summary: 'Start a call in a channel',
  action: 'video.call',
  /** `consent`: the answer about recording, given before it rings. */
  body: z.object({ channel: Id, consent: z.optional(z.boolean()) }),
  reply: VideoRoom,
  errors: [...roomErrors],
})

export const getRoom = defineCall({
  method: 'GET',
  path: '/api/v2/video/room/:id/',
  summary: 'Get a call: whether you can join it, and the engine to join with',
  action: 'video.call',
  params: roomId,
  reply: VideoRoom,
  errors: [...roomErrors],
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

/** Declines a ringing call. The text also goes to the chat under its usual rules; if the chat holds it back, it is not shown. */
export const declineCall = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/:id/decline/',
  summary: 'Decline a call that rings for you, with or without words',
  action: 'video.call',
  params: roomId,
  body: z.object({ words: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(DECLINE_WORDS_MAX))) }),
  reply: Nothing,
  errors: [...roomErrors, 'video.ring_over'],
})

/** From inside a call: rings once more for those who are not in it. */
export const ringAgain = defineCall({
  method: 'POST',
  path: '/api/v2/video/room/:id/ring/',
  summary: 'Ring again for the people who are not in the call',
  action: 'video.call',
  params: roomId,
  body: z.object({}),
  reply: CallStatus,
  errors: [...visitErrors, 'video.not_in_call'],
})

export const getCallStatus = defineCall({
  method: 'GET',
  path: '/api/v2/video/room/:id/status/',
  summary: 'Get whether a call still rings, and how long a person alone in it can stay',
  action: 'video.call',
  params: roomId,
  reply: CallStatus,
  errors: [...roomErrors],
})
