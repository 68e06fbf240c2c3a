import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'
import { GROUP_MAX_PEOPLE } from '../content/group-size.ts'

/** A call holds the largest group there can be. */
export const PEOPLE_MAX = GROUP_MAX_PEOPLE
export const OPENS_BEFORE_MINUTES = 10
/** An event's link from its start, and an invite from when it was sent. */
export const OPEN_FOR_HOURS = 3
export const RING_SECONDS = 45
/** Whoever is not heard of for so long is not in the call any more. */
export const LOST_AFTER_SECONDS = 20

/** By the server's clock. `open` is neither: one may come in. */
export const VisitStatus = z.enum(['early', 'late', 'open'])
export type VisitStatus = z.infer<typeof VisitStatus>

export const IceServer = z.object({
  urls: z.array(z.string()).check(z.minLength(1), z.maxLength(10)),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})
export type IceServer = z.infer<typeof IceServer>

/** What carries sound and picture. Who is there, consent and recording are told by our own line with either of them. */
export const VideoEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built-in'), iceServers: z.array(IceServer).check(z.maxLength(10)) }),
  z.object({
    kind: z.literal('jitsi'),
    /** As its external API wants it, without a scheme. */
    domain: z.string(),
    scriptUrl: z.string(),
    roomName: z.string(),
    jwt: z.string(),
  }),
])
export type VideoEngine = z.infer<typeof VideoEngine>

/**
 * `running`: everybody who is there has agreed. `waiting`: it would run, but somebody has not agreed, nobody is there, or nobody's
 * browser can record. `off`: somebody has switched it off.
 */
export const RecordingState = z.enum(['running', 'waiting', 'off'])
export type RecordingState = z.infer<typeof RecordingState>

export const CallPerson = z.object({ userId: Id, name: z.string(), displayPicture: z.nullable(z.string()) })
export type CallPerson = z.infer<typeof CallPerson>

export const VideoRoom = z.object({
  room: z.uuid(),
  /** Opens the line of this room, for this person and sign-in, for five minutes; null unless one may come in. */
  token: z.nullable(z.string()),
  tokenExpiresAt: z.nullable(Time),
  startTime: Time,
  /** From when and until when one may come in. */
  opensAt: Time,
  closesAt: Time,
  title: z.string(),
  sessionName: z.nullable(z.string()),
  localeSessionName: z.nullable(z.string()),
  visitStatus: VisitStatus,
  channel: Id,
  callInProgress: z.boolean(),
  /** The reader's last answer in this room; null where they have not been asked. */
  consent: z.nullable(z.boolean()),
  /** As others see the reader in the call. */
  displayName: z.string(),
  /** Everybody else whom the call is for. */
  partners: z.array(CallPerson).check(z.maxLength(50)),
  /** Null unless one may come in. */
  engine: z.nullable(VideoEngine),
})
export type VideoRoom = z.infer<typeof VideoRoom>

/** A call that one could come into now. */
export const OpenRoom = z.object({
  room: z.uuid(),
  channel: Id,
  title: z.string(),
  startTime: Time,
  closesAt: Time,
  callInProgress: z.boolean(),
  /** Who is in it. */
  people: z.array(CallPerson).check(z.maxLength(PEOPLE_MAX)),
})
export type OpenRoom = z.infer<typeof OpenRoom>

/** Links are the reader's own and end after ten minutes; null where nothing was said that could be written down. */
export const MeetingHistoryItem = z.object({
  meetingDatetime: Time,
  summaryTextFileUrl: z.nullable(z.string()),
  transcriptionTextFileUrl: z.nullable(z.string()),
  meetingRecordingId: Id,
  /** The reader's own. */
  rating: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
})
export type MeetingHistoryItem = z.infer<typeof MeetingHistoryItem>

export const SUMMARY_QUESTION = 'Accuracy of information provided?'

export const MeetingRatingStatus = z.object({
  /** Whether a rating is asked for; the rest is null where it is not. */
  meetingRatingStatus: z.boolean(),
  meetingRecordingId: z.nullable(Id),
  meetingDateTime: z.nullable(Time),
  meetingRatingTitle: z.nullable(z.string()),
})
export type MeetingRatingStatus = z.infer<typeof MeetingRatingStatus>
