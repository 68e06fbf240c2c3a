import * as z from 'zod/mini'
import { PEOPLE_MAX, RecordingState } from './entities.ts'

/** The frames of `/ws/video/`, of our own, and so in the spelling of the code. */

export const FRAME_MAX_BYTES = 64 * 1024
export const SDP_MAX = 48_000
export const CANDIDATE_MAX = 2_000
export const CAPTION_MAX = 500
/** Both sides; who hears nothing for twice as long opens another line. */
export const BEAT_EVERY_MS = 5_000

const PeerId = z.uuid()

/** An empty candidate says that there are no more. */
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

/** One step of an agreement between two: exactly one of the two kinds. */
export const SignalData = z.union([z.strictObject({ description: Description }), z.strictObject({ candidate: Candidate })])
export type SignalData = z.infer<typeof SignalData>

/** What somebody has switched on. */
export const PeerState = z.strictObject({
  microphone: z.boolean(),
  camera: z.boolean(),
  screen: z.boolean(),
  hand: z.boolean(),
})
export type PeerState = z.infer<typeof PeerState>

const Language = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z]{2})?$/))

export const VideoCommand = z.discriminatedUnion('type', [
  /** First, and once. `resume`: the peer one was on this room's line before it broke; a page that is new has none. */
  z.strictObject({
    type: z.literal('hello'),
    token: z.string().check(z.minLength(1), z.maxLength(2048)),
    resume: z.nullable(PeerId),
    /** Whether this browser can make the one recording of all. */
    canRecord: z.boolean(),
    state: PeerState,
  }),
  z.strictObject({ type: z.literal('signal'), to: PeerId, data: SignalData }),
  z.strictObject({ type: z.literal('state'), state: PeerState }),
  /** The speaker's own words. Those that are final are kept while the recording runs, and at no other time. */
  z.strictObject({
    type: z.literal('caption'),
    text: z.string().check(z.minLength(1), z.maxLength(CAPTION_MAX)),
    isFinal: z.boolean(),
    language: Language,
  }),
  /** The button of the toolbar: to switch it on asks for everybody's consent like anything else. */
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
  /** Goes up with everybody who comes into the room, and is nobody's twice: the later of two begins, and gives way to nobody. */
  order: z.int(),
  state: PeerState,
})
export type Peer = z.infer<typeof Peer>

/** `since` is for the sign; `segment` is for who records, and null for all others. */
export const Recording = z.object({
  state: RecordingState,
  since: z.nullable(z.iso.datetime()),
  segment: z.nullable(z.uuid()),
})
export type Recording = z.infer<typeof Recording>

export const GoodbyeReason = z.enum([
  /** One has said so oneself. */
  'left',
  /** The same person has come in by another tab or device. */
  'replaced',
  /** One may not be here any more: no member, a blackout, video is not in use. */
  'removed',
  'signed_out',
])
export type GoodbyeReason = z.infer<typeof GoodbyeReason>

export const VideoEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), peerId: PeerId, isResumed: z.boolean() }),
  /** Everybody who is there, oneself included: after the welcome, and whenever it is other than it was. */
  z.object({ type: z.literal('people'), people: z.array(Peer).check(z.maxLength(PEOPLE_MAX)) }),
  z.object({ type: z.literal('signal'), from: PeerId, data: SignalData }),
  z.object({ type: z.literal('caption'), from: PeerId, text: z.string(), isFinal: z.boolean() }),
  z.object({ type: z.literal('recording'), recording: Recording }),
  /** Something may have been lost on the way: with whom there is no connection, one begins anew. */
  z.object({ type: z.literal('gap') }),
  /** The last frame before the line is closed for good: nobody comes back by themselves after it. */
  z.object({ type: z.literal('goodbye'), reason: GoodbyeReason }),
  z.object({ type: z.literal('error'), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('beat') }),
])
export type VideoEvent = z.infer<typeof VideoEvent>
