import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, Time } from '../core/fields.ts'
import { MatchingStatus, Permission } from './entities.ts'

/** A session as shown on the next-step card. */
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
  /** True for the person's first survey, whose answers start the search for a partner. */
  isFirst: z.boolean(),
})
export type NextSurvey = z.infer<typeof NextSurvey>

/** The people of one active mentorship, as its mentor or one of its mentees sees them. */
export const NextPartner = z.object({
  mentorship: Id,
  userId: Id,
  firstName: z.string(),
  fullName: z.string(),
  displayPicture: z.nullable(z.string()),
  part: z.enum(['mentor', 'mentee']),
  /** Number of people the viewer is matched with; more than one is a group. */
  people: z.int(),
  startedAt: Time,
  /** The group conversation; null where chat is not available. */
  channel: z.nullable(Id),
  hasWritten: z.boolean(),
  /** The viewer has not seen the celebration of this match yet. */
  isNew: z.boolean(),
  /** The two chose each other; otherwise the team brought them together, or a mentor chose a group. */
  choseEachOther: z.boolean(),
})
export type NextPartner = z.infer<typeof NextPartner>

/** A mentorship session the viewer has not finished. */
export const NextMentorshipSession = z.object({ mentorship: Id, session: NextSession, endDate: Time, isBegun: z.boolean() })
export type NextMentorshipSession = z.infer<typeof NextMentorshipSession>

export const NextMeeting = z.object({
  mentorship: Id,
  title: z.string(),
  at: Time,
  sessionTitle: z.nullable(z.string()),
  /** Room of its video link; null if it has none or video is not available. */
  room: z.nullable(z.uuid()),
})
export type NextMeeting = z.infer<typeof NextMeeting>

export const NEXT_SESSIONS_MAX = 20
/** The card names one person and says if there are more. */
export const CALL_NAMES_MAX = 8

/** The facts the next step is derived from. The server states facts; `nextStepOf` decides. */
export const NextFacts = z.object({
  side: z.enum(['mentee', 'mentor', 'pair_manager', 'staff']),
  mentorship: Permission,
  internship: Permission,
  survey: z.nullable(NextSurvey),
  hub: z.object({
    isOpen: z.boolean(),
    completed: z.int(),
    /** Number of sessions that unlock mentorship or internships. */
    needed: z.int(),
    ongoing: z.nullable(NextSession),
    next: z.nullable(NextSession),
  }),
  matching: z.object({
    status: z.nullable(MatchingStatus),
    /** Offers that await the viewer's decision, and when the first of them expires. */
    offers: z.int(),
    decideBy: z.nullable(Time),
    /** A mentor in the pool whom the team has not approved yet, so no match is proposed. */
    awaitsApproval: z.boolean(),
  }),
  /** Newest mentorship first. */
  partners: z.array(NextPartner).check(z.maxLength(10)),
  /** In order of their due dates. */
  walks: z.array(NextMentorshipSession).check(z.maxLength(NEXT_SESSIONS_MAX)),
  /** True if the viewer manages at least one mentorship as a pair manager. */
  looksAfter: z.boolean(),
  hadMentorship: z.boolean(),
  /** Weeks with enough quizzes in the newest active mentorship; null before the first one. */
  streak: z.nullable(z.object({ mentorship: Id, weeks: z.int(), isMaintained: z.boolean(), quizzesPerWeek: z.int() })),
  meeting: z.nullable(NextMeeting),
  /** A call that somebody is in right now, with the names of the first people in it. */
  call: z.nullable(z.object({ room: z.uuid(), names: z.array(z.string()).check(z.maxLength(CALL_NAMES_MAX)), since: Time })),
})
export type NextFacts = z.infer<typeof NextFacts>

export const getNextFacts = defineCall({
  method: 'GET',
  path: '/api/v2/users/next-step/',
  summary: 'Get the facts your next step is derived from',
  action: 'own_account.read',
  reply: NextFacts,
  errors: [],
})
