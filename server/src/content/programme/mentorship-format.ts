import * as z from 'zod/mini'
import { DaysAgo, Key, MediaName, StepsDone, Texts, TimeOfDay, WholeNumber } from './format-parts.ts'

const ScreenFile = z.strictObject({ title: Texts(60), description: Texts(400), image: z.optional(MediaName) })

/** screens.json: what members read while a mentor or a mentee is being looked for. */
export const ScreensFile = z.strictObject({
  finding_matches: ScreenFile,
  potential_match: ScreenFile,
  awaiting_mentor_response: ScreenFile,
  group_hold: ScreenFile,
})
export type ScreensFile = z.infer<typeof ScreensFile>

const GROUP_MAX_MENTEES = 10
/** An address of accounts.json. */
const Member = z.string()

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
})
export type MentorshipFile = z.infer<typeof MentorshipFile>

/** mentorships.json; demo/README.md says the same in words. */
export const MentorshipsFile = z.strictObject({ mentorships: z.array(MentorshipFile) })
export type MentorshipsFile = z.infer<typeof MentorshipsFile>
