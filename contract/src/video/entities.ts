import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'
import { GROUP_MAX_PEOPLE } from '../content/group-size.ts'

/** The largest group must fit into one call. */
export const PEOPLE_MAX = GROUP_MAX_PEOPLE
export const OPENS_BEFORE_MINUTES = 10
/** Counted from the start of an event, or from when an invite was sent. */
export const OPEN_FOR_HOURS = 3
export const RING_SECONDS = 45
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

/** A call that the viewer can join now. */
export const OpenRoom = z.object({
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

/** The links are personal and expire after ten minutes; null if nothing was said. */
export const MeetingHistoryItem = z.object({
  meetingDatetime: Time,
  summaryTextFileUrl: z.nullable(z.string()),
  transcriptionTextFileUrl: z.nullable(z.string()),
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
