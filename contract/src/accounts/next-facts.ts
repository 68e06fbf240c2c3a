import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, Time } from '../core/fields.ts'
import { MatchingStatus, Permission } from './entities.ts'

/** A session as the card of the next step shows it. */
export const NextSession = z.object({
  id: Id,
  title: z.string(),
  banner: z.nullable(z.string()),
  color: z.string(),
  minutesLeft: z.number(),
})
export type NextSession = z.infer<typeof NextSession>

export const NextSurvey = z.object({
  id: Id,
  minutes: z.int(),
  isBegun: z.boolean(),
  /** None was answered before: its answers start the search for a partner. */
  isFirst: z.boolean(),
})
export type NextSurvey = z.infer<typeof NextSurvey>

/** The people of one active mentorship, as its mentor or one of its mentees sees them. */
export const NextPartner = z.object({
  mentorship: Id,
  userId: Id,
  firstName: z.string(),
  displayPicture: z.nullable(z.string()),
  part: z.enum(['mentor', 'mentee']),
  /** How many the reader is together with; more than one is a group. */
  people: z.int(),
  startedAt: Time,
  /** The conversation of everybody in it; null where chat is not in use. */
  channel: z.nullable(Id),
  hasWritten: z.boolean(),
})
export type NextPartner = z.infer<typeof NextPartner>

/** A session of a mentorship that the reader has not finished. */
export const NextMentorshipSession = z.object({ mentorship: Id, session: NextSession, endDate: Time, isBegun: z.boolean() })
export type NextMentorshipSession = z.infer<typeof NextMentorshipSession>

export const NextMeeting = z.object({
  mentorship: Id,
  title: z.string(),
  at: Time,
  sessionTitle: z.nullable(z.string()),
  /** Of its video link; null where it has none, or video is not in use. */
  room: z.nullable(z.uuid()),
})
export type NextMeeting = z.infer<typeof NextMeeting>

/** What the next step is decided from. The server states facts; `nextStepOf` decides. */
export const NextFacts = z.object({
  side: z.enum(['mentee', 'mentor', 'pair_manager', 'staff']),
  mentorship: Permission,
  internship: Permission,
  survey: z.nullable(NextSurvey),
  hub: z.object({
    isOpen: z.boolean(),
    completed: z.int(),
    /** How many sessions open mentorship or internships. */
    needed: z.int(),
    ongoing: z.nullable(NextSession),
    next: z.nullable(NextSession),
  }),
  matching: z.object({
    status: z.nullable(MatchingStatus),
    /** Offers that wait for the reader's decision, and by when the first of them ends. */
    offers: z.int(),
    decideBy: z.nullable(Time),
  }),
  /** The newest mentorship first. */
  partners: z.array(NextPartner).check(z.maxLength(10)),
  walks: z.array(NextMentorshipSession).check(z.maxLength(20)),
  /** As a pair manager, at least one mentorship. */
  looksAfter: z.boolean(),
  hadMentorship: z.boolean(),
  meeting: z.nullable(NextMeeting),
  /** A call in which somebody is now. */
  call: z.nullable(z.object({ room: z.uuid(), names: z.array(z.string()).check(z.maxLength(8)), since: Time })),
})
export type NextFacts = z.infer<typeof NextFacts>

export const getNextFacts = defineCall({
  method: 'GET',
  path: '/api/v2/users/next-step/',
  summary: 'What your next step is decided from',
  action: 'own_account.read',
  reply: NextFacts,
  errors: [],
})
