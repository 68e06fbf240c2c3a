import { GROUP_MAX_MENTEES } from '@saathi/contract/content/group-size'
import { AnswerKind, REPORT_TEXT_MAX, ReportReason } from '@saathi/contract/safety/entities'
import {
  CHECK_IN_WORDS_MAX,
  CheckInScore,
  MeetingsPerMonth,
  REQUEST_WORDS_MAX,
  RequestKind,
  RequestReason,
} from '@saathi/contract/mentorship/course-entities'
import { FAREWELL_WORDS_MAX, FarewellReason } from '@saathi/contract/mentorship/farewell'
import * as z from 'zod/mini'
import { DaysAgo, InDays, Key, Line, MediaName, StepsDone, Texts, TimeOfDay, WholeNumber } from './parts.ts'

const ScreenFile = z.strictObject({ title: Texts(60), description: Texts(400), image: z.optional(MediaName) })

/** screens.json: the texts that members see during matching. */
export const ScreensFile = z.strictObject({
  finding_matches: ScreenFile,
  potential_match: ScreenFile,
  awaiting_mentor_response: ScreenFile,
  group_hold: ScreenFile,
})
export type ScreensFile = z.infer<typeof ScreensFile>

/** An email address in accounts.json. */
const Member = z.string()

/** Written by members, so in one language only. */
const EventFile = z.strictObject({
  title: Line(120),
  description: z._default(z.union([Line(2000), z.literal('')]), ''),
  by: Member,
  inDays: InDays,
  at: TimeOfDay,
  isCall: z._default(z.boolean(), true),
  session: z.optional(Key),
  repeats: z.optional(z.enum(['WEEKLY', 'BIWEEKLY', 'MONTHLY'])),
  untilInDays: z.optional(InDays),
  moved: z._default(z.array(z.strictObject({ occurrence: WholeNumber(1, 60), inDays: InDays, at: TimeOfDay })), []),
})
export type EventFile = z.infer<typeof EventFile>

/** Stands for the assistant in fields that otherwise hold email addresses. */
export const ASSISTANT = 'assistant'

/** Sent to the whole mentorship, unless `to` is a member or the assistant. The assistant can also be the sender. */
const MessageFile = z.strictObject({
  by: Member,
  to: z.optional(Member),
  daysAgo: DaysAgo,
  at: TimeOfDay,
  text: z.string().check(z.minLength(1), z.maxLength(4000)),
})
export type MessageFile = z.infer<typeof MessageFile>

/** A recorded call with its transcript. */
const CallFile = z.strictObject({
  daysAgo: DaysAgo,
  at: TimeOfDay,
  minutes: WholeNumber(1, 180),
  said: z.array(z.strictObject({ by: Member, afterSeconds: WholeNumber(0, 10_800), text: Line(500) })).check(z.minLength(1)),
})
export type CallFile = z.infer<typeof CallFile>

const HoursAgo = WholeNumber(0, 8760)

/** A report of a message of the mentorship, by its text, or of a person. With an answer its case is closed. */
const ReportFile = z.strictObject({
  by: Member,
  about: Member,
  message: z.optional(z.string()),
  reason: ReportReason,
  words: z.optional(Line(REPORT_TEXT_MAX)),
  hoursAgo: HoursAgo,
  answer: z.optional(
    z.strictObject({ by: Member, kind: AnswerKind, text: Line(REPORT_TEXT_MAX), signedOffBy: Member, hoursAgo: HoursAgo }),
  ),
})
export type ReportFile = z.infer<typeof ReportFile>
/** Without a score it still waits for an answer. In the order in which they were asked. */
const CheckInFile = z.strictObject({
  who: Member,
  daysAgo: DaysAgo,
  score: z.optional(CheckInScore),
  words: z._default(z.string().check(z.maxLength(CHECK_IN_WORDS_MAX)), ''),
})

/** A request to the team that is still open. */
const RequestFile = z.strictObject({
  by: Member,
  daysAgo: DaysAgo,
  kind: RequestKind,
  reason: RequestReason,
  words: z._default(z.string().check(z.maxLength(REQUEST_WORDS_MAX)), ''),
})

/** A farewell: its reason, who began it, and the last words of members. With `endedDaysAgo` the mentorship has ended with it. */
const FarewellFile = z.strictObject({
  by: Member,
  reason: FarewellReason,
  begunDaysAgo: DaysAgo,
  words: z._default(
    z.array(
      z.strictObject({
        who: Member,
        takeaway: z._default(z.string().check(z.maxLength(FAREWELL_WORDS_MAX)), ''),
        thanks: z._default(z.string().check(z.maxLength(FAREWELL_WORDS_MAX)), ''),
      }),
    ),
    [],
  ),
})

const MentorshipFile = z.strictObject({
  project: Key,
  mentor: Member,
  mentees: z.array(Member).check(z.minLength(1), z.maxLength(GROUP_MAX_MENTEES)),
  pairManager: z.optional(Member),
  startedDaysAgo: DaysAgo,
  endedDaysAgo: z.optional(DaysAgo),
  walked: z._default(
    z.array(
      z.strictObject({
        who: Member,
        session: Key,
        startedDaysAgo: DaysAgo,
        at: TimeOfDay,
        stepsDone: StepsDone,
        answersAllRight: z._default(z.boolean(), true),
        rating: z.optional(WholeNumber(1, 5)),
      }),
    ),
    [],
  ),
  events: z._default(z.array(EventFile), []),
  messages: z._default(z.array(MessageFile), []),
  calls: z._default(z.array(CallFile), []),
  reports: z._default(z.array(ReportFile), []),
  meetingsPerMonth: z.optional(MeetingsPerMonth),
  checkIns: z._default(z.array(CheckInFile), []),
  requests: z._default(z.array(RequestFile), []),
  farewell: z.optional(FarewellFile),
})
export type MentorshipFile = z.infer<typeof MentorshipFile>

/** mentorships.json, documented in demo/README.md. */
export const MentorshipsFile = z.strictObject({ mentorships: z.array(MentorshipFile) })
export type MentorshipsFile = z.infer<typeof MentorshipsFile>
