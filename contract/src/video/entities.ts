import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'
import { GROUP_MAX_PEOPLE } from '../content/group-size.ts'

/** The largest group must fit into one call. */
export const PEOPLE_MAX = GROUP_MAX_PEOPLE
export const OPENS_BEFORE_MINUTES = 10
/** Counted from the start of an event, or from when an invite was sent. */
export const OPEN_FOR_HOURS = 3
export const RING_SECONDS = 45
/** A call that one person is left alone in ends after this time. */
export const ALONE_SECONDS = 120
/** Between these hours in India, a call may wake somebody, so the page suggests a message first. */
export const LATE_FROM = { hour: 21, minute: 30 } as const
export const LATE_UNTIL = { hour: 7, minute: 0 } as const
export const DECLINE_WORDS_MAX = 200
/** A participant without a heartbeat for this long has left the call. */
export const LOST_AFTER_SECONDS = 20

/** Computed by the server's clock. `open`: the person can join. */
export const VisitStatus = z.enum(['early', 'late', 'open'])
export type VisitStatus = z.infer<typeof VisitStatus>

export const IceServer = z.object({
  urls: z.array(z.string()).check(z.minLength(1), z.maxLength(10)),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})
export type IceServer = z.infer<typeof IceServer>

/** Carries audio and video. Presence, consent and recording go through our own socket with either engine. */
export const VideoEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built-in'), iceServers: z.array(IceServer).check(z.maxLength(10)) }),
  z.object({
    kind: z.literal('jitsi'),
    /** Without a scheme, as Jitsi's external API expects it. */
    domain: z.string(),
    scriptUrl: z.string(),
    roomName: z.string(),
    jwt: z.string(),
  }),
])
export type VideoEngine = z.infer<typeof VideoEngine>

/**
 * `running`: everyone present has agreed. `waiting`: recording is on, but someone has not agreed, nobody is present, or no
 * browser can record. `off`: someone switched it off.
 */
export const RecordingState = z.enum(['running', 'waiting', 'off'])
export type RecordingState = z.infer<typeof RecordingState>

export const CallPerson = z.object({ userId: Id, name: z.string(), displayPicture: z.nullable(z.string()) })
export type CallPerson = z.infer<typeof CallPerson>

export const VideoRoom = z.object({
  room: z.uuid(),
  /** Authorises this person and sign-in to open the room's socket for five minutes; null unless they can join now. */
  token: z.nullable(z.string()),
  tokenExpiresAt: z.nullable(Time),
  startTime: Time,
  /** The period in which the call can be joined. */
  opensAt: Time,
  closesAt: Time,
  title: z.string(),
  sessionName: z.nullable(z.string()),
  localeSessionName: z.nullable(z.string()),
  visitStatus: VisitStatus,
  channel: Id,
  callInProgress: z.boolean(),
  /** The viewer's last answer in this room; null if they have not answered. */
  consent: z.nullable(z.boolean()),
  /** The viewer's name as others see it in the call. */
  displayName: z.string(),
  /** Everyone else the call is for. */
  partners: z.array(CallPerson).check(z.maxLength(50)),
  /** Null unless the viewer can join now. */
  engine: z.nullable(VideoEngine),
})
export type VideoRoom = z.infer<typeof VideoRoom>

/** Whether a call was answered, and if not, why; `cancelled`: the caller gave up first. */
export const RingState = z.enum(['ringing', 'answered', 'declined', 'busy', 'unanswered', 'cancelled'])
export type RingState = z.infer<typeof RingState>

/** The current state of a call by the server's clock: ringing, replies, and people left alone. */
export const CallStatus = z.object({
  /** Null if nobody rang, or somebody answered. `by`: whether the viewer is the one who rings. */
  ring: z.nullable(
    z.object({
      state: RingState,
      endsAt: Time,
      isMine: z.boolean(),
      /** The people it rings for. */
      people: z.array(CallPerson).check(z.maxLength(PEOPLE_MAX)),
      /** People who declined, with their texts. */
      replies: z.array(z.object({ userId: Id, words: z.string() })).check(z.maxLength(PEOPLE_MAX)),
    }),
  ),
  /** When the call ends because the viewer is alone in it; null if the viewer is not alone. */
  aloneUntil: z.nullable(Time),
  /** The last other person to leave, while the viewer is alone. */
  lastLeft: z.nullable(CallPerson),
  /** When two people were first in the call together; null before. */
  since: z.nullable(Time),
  /** How long people talked so far. */
  talkedSeconds: z.int().check(z.nonnegative()),
})
export type CallStatus = z.infer<typeof CallStatus>

/** A call that the viewer can join now. */
export const OpenRoom = z.object({
  /** Set while it rings for the viewer. */
  ring: z.nullable(z.object({ by: CallPerson, endsAt: Time })),
  /** The viewer was in it, and perhaps is, here or elsewhere. */
  wasIn: z.boolean(),
  room: z.uuid(),
  channel: Id,
  title: z.string(),
  startTime: Time,
  closesAt: Time,
  callInProgress: z.boolean(),
  /** The people in the call. */
  people: z.array(CallPerson).check(z.maxLength(PEOPLE_MAX)),
})
export type OpenRoom = z.infer<typeof OpenRoom>

/** Before a call is started. Nothing rings yet. */
export const CallPreview = z.object({
  channel: Id,
  title: z.string(),
  isGroup: z.boolean(),
  partners: z.array(CallPerson).check(z.maxLength(50)),
  /** It is late in India, by the server's clock. */
  isLate: z.boolean(),
  /** A call of this channel that is going on: join it instead. */
  room: z.nullable(z.uuid()),
})
export type CallPreview = z.infer<typeof CallPreview>

/** `live`: somebody is in it or it rings; `missed`: nobody answered. */
const CallCardState = z.enum(['ringing', 'live', 'ended', 'missed'])

/** A call started from a chat, as the conversation shows it. */
export const CallCard = z.object({
  room: z.uuid(),
  state: CallCardState,
  startedAt: Time,
  /** Null if the person has left Saathi. */
  startedBy: z.nullable(Id),
  /** Minutes that people talked, rounded up; 0 if nobody answered. */
  minutes: z.int().check(z.nonnegative()),
  /** Whether the viewer was in it. */
  wasIn: z.boolean(),
  /** The viewer declined it. */
  hasDeclined: z.boolean(),
  /** The people in it now. */
  people: z.array(CallPerson).check(z.maxLength(PEOPLE_MAX)),
  /** The recording whose summary the viewer can read; null if there is none. */
  meetingRecordingId: z.nullable(Id),
})
export type CallCard = z.infer<typeof CallCard>

/** The links are personal and expire after ten minutes. They are null if nothing was said in the call. */
export const MeetingHistoryItem = z.object({
  meetingDatetime: Time,
  summaryTextFileUrl: z.nullable(z.string()),
  transcriptionTextFileUrl: z.nullable(z.string()),
  /** The recording in order; empty unless the viewer was recorded. */
  recordingUrls: z.array(z.string()).check(z.maxLength(200)),
  /** From the start of the recording to its end. */
  minutes: z.int().check(z.nonnegative()),
  meetingRecordingId: Id,
  /** The viewer's rating. */
  rating: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
})
export type MeetingHistoryItem = z.infer<typeof MeetingHistoryItem>

export const SUMMARY_QUESTION = 'Accuracy of information provided?'

export const MeetingRatingStatus = z.object({
  /** Whether a rating is due; the other fields are null if not. */
  meetingRatingStatus: z.boolean(),
  meetingRecordingId: z.nullable(Id),
  meetingDateTime: z.nullable(Time),
  meetingRatingTitle: z.nullable(z.string()),
})
export type MeetingRatingStatus = z.infer<typeof MeetingRatingStatus>
