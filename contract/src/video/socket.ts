import * as z from 'zod/mini'
import { PEOPLE_MAX, RecordingState } from './entities.ts'

/** The frames of `/ws/video/`. This is our own protocol, so its fields use the spelling of our code. */

export const FRAME_MAX_BYTES = 64 * 1024
export const SDP_MAX = 48_000
export const CANDIDATE_MAX = 2_000
export const CAPTION_MAX = 500
/** How often both sides send a heartbeat. A client that receives nothing for twice as long opens a new socket. */
export const BEAT_EVERY_MS = 5_000

const PeerId = z.uuid()

/** An empty candidate means there are no more. */
const Candidate = z.strictObject({
  candidate: z.string().check(z.maxLength(CANDIDATE_MAX)),
  sdpMid: z.nullable(z.string().check(z.maxLength(32))),
  sdpMLineIndex: z.nullable(z.int().check(z.minimum(0), z.maximum(31))),
  usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
})

const Description = z.strictObject({
  type: z.enum(['offer', 'answer']),
  sdp: z.string().check(z.minLength(1), z.maxLength(SDP_MAX)),
})

/** One step of the WebRTC negotiation between two peers: a description or a candidate. */
export const SignalData = z.union([z.strictObject({ description: Description }), z.strictObject({ candidate: Candidate })])
export type SignalData = z.infer<typeof SignalData>

/** A participant's devices and raised hand. */
export const PeerState = z.strictObject({
  microphone: z.boolean(),
  camera: z.boolean(),
  screen: z.boolean(),
  hand: z.boolean(),
})
export type PeerState = z.infer<typeof PeerState>

const Language = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z]{2})?$/))

export const VideoCommand = z.discriminatedUnion('type', [
  /** The first frame, sent once. `resume`: this page's peer id in the room before its socket dropped; null for a new page. */
  z.strictObject({
    type: z.literal('hello'),
    token: z.string().check(z.minLength(1), z.maxLength(2048)),
    resume: z.nullable(PeerId),
    /** Whether this browser can record the whole call. */
    canRecord: z.boolean(),
    state: PeerState,
  }),
  z.strictObject({ type: z.literal('signal'), to: PeerId, data: SignalData }),
  z.strictObject({ type: z.literal('state'), state: PeerState }),
  /** The speaker's own words. Final captions are stored only while the recording runs. */
  z.strictObject({
    type: z.literal('caption'),
    text: z.string().check(z.minLength(1), z.maxLength(CAPTION_MAX)),
    isFinal: z.boolean(),
    language: Language,
  }),
  /** The toolbar's record button. Switching it on still requires everyone's consent. */
  z.strictObject({ type: z.literal('record'), isWanted: z.boolean() }),
  z.strictObject({ type: z.literal('leave') }),
  z.strictObject({ type: z.literal('beat') }),
])
export type VideoCommand = z.infer<typeof VideoCommand>

export const Peer = z.object({
  peerId: PeerId,
  userId: z.int(),
  name: z.string(),
  displayPicture: z.nullable(z.string()),
  /**
   * Increases with each participant and is unique in the room: of two peers, the later one sends the offer and ignores colliding
   * offers.
   */
  order: z.int(),
  state: PeerState,
})
export type Peer = z.infer<typeof Peer>

/** `since` is for the recording indicator; `segment` is set only for the recorder. */
export const Recording = z.object({
  state: RecordingState,
  since: z.nullable(z.iso.datetime()),
  /** Seconds recorded before `since`, so that the clock shows the length of the recording and not of the call. */
  seconds: z.optional(z.int()),
  segment: z.nullable(z.uuid()),
})
export type Recording = z.infer<typeof Recording>

export const GoodbyeReason = z.enum([
  /** The participant left. */
  'left',
  /** The same person joined from another tab or device. */
  'replaced',
  /** The participant lost access: removed from the channel, a blackout, or video was disabled. */
  'removed',
  'signed_out',
  /** Nobody came back within two minutes. */
  'alone',
  /** Nobody answered the call. */
  'declined',
  'busy',
  'unanswered',
])
export type GoodbyeReason = z.infer<typeof GoodbyeReason>

export const VideoEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), peerId: PeerId, isResumed: z.boolean() }),
  /** Everyone present, including the recipient: sent after the welcome and after each change. */
  z.object({ type: z.literal('people'), people: z.array(Peer).check(z.maxLength(PEOPLE_MAX)) }),
  z.object({ type: z.literal('signal'), from: PeerId, data: SignalData }),
  z.object({ type: z.literal('caption'), from: PeerId, text: z.string(), isFinal: z.boolean() }),
  z.object({ type: z.literal('recording'), recording: Recording }),
  /** Events may have been lost: renegotiate with every peer that is not connected. */
  z.object({ type: z.literal('gap') }),
  /** The last frame before the server closes the socket for good: clients must not reconnect. */
  z.object({ type: z.literal('goodbye'), reason: GoodbyeReason }),
  z.object({ type: z.literal('error'), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('beat') }),
])
export type VideoEvent = z.infer<typeof VideoEvent>
