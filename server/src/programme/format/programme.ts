import { Role, StaffRole } from '@saathi/contract/accounts/roles'
import { changedFlags } from '@saathi/contract/accounts/staff-calls'
import { LanguageCode } from '@saathi/contract/core/fields'
import { Answer, QuestionKey } from '@saathi/contract/questions/entities'
import * as z from 'zod/mini'
import { DaysAgo, Key, Line, MediaName, StepsDone, Texts, TimeOfDay, WholeNumber } from './parts.ts'
import { CriterionFile, ProjectMatching } from './matching.ts'

/** The files of a programme folder, documented in demo/README.md. Checks across files are in checks.ts. */

const EmailDomains = z._default(
  z.array(z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a lower-case domain, like saathi.example'))),
  [],
)
const InstitutionCode = z
  .string()
  .check(
    z.maxLength(40),
    z.regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, 'must be capital letters and digits with single hyphens between, like ABC-1234'),
  )
const Version = WholeNumber(1, 9999)

export const TITLE_MAX_LENGTH = 60
export const OVERVIEW_MAX_LENGTH = 4000
export const DECLARATION_MAX_LENGTH = 4000
const SCHEDULED_DAYS = 14

export const ProgrammeFile = z.strictObject({
  name: Line(100),
  baseLanguage: LanguageCode,
  /** The languages in which every text exists. */
  languages: z.array(LanguageCode).check(z.minLength(1)),
  /** Further languages, in which only some parts exist; each of those parts is complete. */
  moreLanguages: z._default(z.array(LanguageCode), []),
  tags: z.record(Key, Texts(30)),
  projects: z.array(
    z.strictObject({
      key: Key,
      name: Line(100),
      groupType: z.enum(['1to1', '1toM']),
      emailDomains: EmailDomains,
      isDisabled: z._default(z.boolean(), false),
      membersAreAdults: z._default(z.boolean(), false),
      /** The sessions of its mentorships, in order, and the days for each. */
      schedule: z._default(
        z.array(z.strictObject({ session: Key, days: z._default(WholeNumber(1, 365), SCHEDULED_DAYS) })).check(z.maxLength(50)),
        [],
      ),
      matching: z.optional(ProjectMatching),
    }),
  ),
  /** The matching criteria with their texts; each project chooses which of them it uses. */
  criteria: z._default(z.record(Key, CriterionFile), {}),
  institutions: z._default(
    z.array(
      z.strictObject({
        code: InstitutionCode,
        name: Line(100),
        emailDomains: EmailDomains,
        isActive: z._default(z.boolean(), true),
        project: z.optional(Key),
        membersAreAdults: z._default(z.boolean(), false),
      }),
    ),
    [],
  ),
  /** The version of each text in declarations/. */
  declarations: z._default(z.strictObject({ Mentee: z.optional(Version), Mentor: z.optional(Version) }), {}),
  /** The version of each legal text in community/; after a new version everybody is asked again. */
  legal: z._default(
    z.strictObject({
      'privacy-policy': z.optional(Version),
      'terms-of-service': z.optional(Version),
      'code-of-conduct': z.optional(Version),
    }),
    {},
  ),
  /** The sides of work-readiness used in surveys, in display order. */
  readiness: z._default(z.record(Key, Texts(40)), {}),
})
export type ProgrammeFile = z.infer<typeof ProgrammeFile>

export const SessionFile = z.strictObject({
  key: Key,
  title: Texts(TITLE_MAX_LENGTH),
  tags: z.array(Key).check(z.minLength(1), z.maxLength(4)),
  color: z.string().check(z.regex(/^#[0-9A-F]{6}$/, 'must be a colour with capital letters, like #FA86A3')),
  cover: z.optional(MediaName),
  isLearningHub: z.boolean(),
  /** Its position among the sessions offered first to newcomers. */
  first: z.optional(WholeNumber(1, 99)),
  /** Only members of these projects see it; without this list everybody does. */
  projects: z.optional(z.array(Key).check(z.minLength(1))),
  steps: z
    .array(z.strictObject({ key: Key, durationMinutes: WholeNumber(1, 240), title: Texts(TITLE_MAX_LENGTH) }))
    .check(z.minLength(1), z.maxLength(50)),
})
export type SessionFile = z.infer<typeof SessionFile>

const Account = z.strictObject({
  email: z.string().check(z.maxLength(254), z.regex(/^[a-z0-9.-]+@[a-z0-9.-]+\.[a-z]+$/, 'must be a lower-case email address')),
  firstName: Line(60),
  lastName: Line(60),
  bio: z._default(z.string().check(z.maxLength(500)), ''),
  phoneNumber: z.string().check(z.regex(/^\d{8,15}$/, 'must be digits with the country code, like 919800000001')),
  role: Role,
  language: LanguageCode,
  project: z.optional(Key),
  /** The code a mentor signed up with. */
  institution: z.optional(InstitutionCode),
  portrait: z.optional(MediaName),
  provider: z._default(z.enum(['normal', 'google']), 'normal'),
  googleSubject: z.optional(Line(255)),
  isDisabled: z._default(z.boolean(), false),
  isEmailVerified: z._default(z.boolean(), true),
  hasAgreedTerms: z._default(z.boolean(), true),
  /** Added by staff and not signed up yet: no password, and the mailed link is unused. */
  isInvited: z._default(z.boolean(), false),
  joinedDaysAgo: z._default(DaysAgo, 30),
  /** Additional rights of a staff account, besides that of its role. */
  rights: z._default(
    z.array(z.strictObject({ role: StaffRole, project: z.optional(Key), endsInDays: z.optional(WholeNumber(1, 3650)) })),
    [],
  ),
  /** Flags set by staff. The others follow from sign-up, five completed sessions and a mentorship. */
  experiences: z._default(z.strictObject(changedFlags), {}),
  learning: z._default(
    z.array(
      z.strictObject({
        session: Key,
        startedDaysAgo: DaysAgo,
        at: TimeOfDay,
        stepsDone: StepsDone,
      }),
    ),
    [],
  ),
  bookmarks: z._default(z.array(z.strictObject({ session: Key, daysAgo: DaysAgo, at: TimeOfDay })), []),
  surveys: z._default(
    z.array(
      z.strictObject({
        survey: Key,
        stagesDone: z.union([WholeNumber(0, 12), z.literal('all')], 'must be a number of stages, or "all"'),
        daysAgo: DaysAgo,
        at: TimeOfDay,
        /** By question key; missing answers are made up. */
        answers: z._default(z.record(QuestionKey, Answer), {}),
      }),
    ),
    [],
  ),
  /** Keys of posts. */
  likes: z._default(z.array(Key), []),
})
export type Account = z.infer<typeof Account>

export const AccountsFile = z.strictObject({
  /** All accounts have this password, so a folder with accounts is never loaded in production. */
  password: z.string().check(z.minLength(8), z.maxLength(100)),
  accounts: z.array(Account),
})
export type AccountsFile = z.infer<typeof AccountsFile>

export const mediaTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  webm: 'video/webm',
}
/** What a file in media/ is, by its name. */
export function mediaKind(name: string): 'image' | 'audio' | 'video' | null {
  const [kind] = (mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? '').split('/')
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : null
}
export const MEDIA_MAX_BYTES = 512 * 1024
