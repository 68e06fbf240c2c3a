import * as z from 'zod/mini'
import { StaffRole } from '../accounts/roles.ts'
import { GROUP_MAX_MENTEES } from '../content/group-size.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, LanguageCode, Nothing, plainName, Time } from '../core/fields.ts'
import { GroupType } from '../mentorship/entities.ts'

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80), plainName())
const Domain = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200), z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))
const Domains = z.array(Domain).check(z.maxLength(20))
const Day = z.iso.date()
/** The version that the editor has seen, so that a change made by somebody else in the meantime is not overwritten. */
const Version = z.string().check(z.maxLength(40))

export const ProgrammeRow = z.object({
  id: Id,
  name: z.string(),
  groupType: GroupType,
  isDisabled: z.boolean(),
  people: z.int(),
  mentorships: z.int(),
  /** The cohort that new members join today. */
  cohort: z.nullable(z.string()),
})
export type ProgrammeRow = z.infer<typeof ProgrammeRow>

export const listProgrammes = defineCall({
  method: 'GET',
  path: '/api/v2/staff/programmes/',
  summary: 'Your programmes with their size',
  action: 'staff.programmes',
  reply: z.object({ programmes: z.array(ProgrammeRow).check(z.maxLength(500)), mayCreate: z.boolean() }),
  errors: [],
})

export const createProgramme = defineCall({
  method: 'POST',
  path: '/api/v2/staff/programmes/',
  summary: 'Create a programme, closed for sign-up, empty or as a copy without people and with dates a year later',
  action: 'staff.programmes',
  body: z.object({ name: Name, groupType: GroupType, copyOf: z.nullable(Id) }),
  reply: z.object({ id: Id }),
  errors: ['staff.programme_beyond_yours', 'staff.programme_not_found', 'staff.programme_name_taken'],
  idempotencyKey: true,
})

export const Cohort = z.object({
  id: Id,
  name: z.string(),
  signUpFrom: Day,
  startsOn: Day,
  endsOn: Day,
  people: z.int(),
  mentorships: z.int(),
  version: Version,
})
export type Cohort = z.infer<typeof Cohort>

export const InstitutionCode = z.object({
  code: z.string(),
  name: z.string(),
  emailDomains: z.array(z.string()),
  isActive: z.boolean(),
  cohortId: z.nullable(Id),
  places: z.nullable(z.int()),
  endsOn: z.nullable(Day),
  used: z.int(),
  /** Whether a sign-up with this code works now. */
  state: z.enum(['open', 'off', 'ended', 'full']),
  version: Version,
})
export type InstitutionCode = z.infer<typeof InstitutionCode>

export const PlanStrength = z.enum(['must', 'high', 'medium', 'low', 'off'])
export type PlanStrength = z.infer<typeof PlanStrength>

const wholeNumber = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

const PlanNumbers = {
  expiryHours: wholeNumber(1, 720),
  places: wholeNumber(1, 10),
  groupSize: wholeNumber(2, GROUP_MAX_MENTEES),
  groupMinimum: wholeNumber(2, GROUP_MAX_MENTEES),
  groupStartsIn: wholeNumber(1, 5),
  shortlist: wholeNumber(1, 20),
  exposure: wholeNumber(1, 10),
  needsReview: z.boolean(),
  needsApproval: z.boolean(),
}

export const MatchingPlan = z.object({
  /** Includes criteria of other programmes, with strength 'off'. */
  criteria: z
    .array(
      z.object({
        key: z.string(),
        strength: PlanStrength,
        name: z.string(),
        helpText: z.string(),
        /** True if every member must answer the question; otherwise people without an answer would never be matched. */
        canBeMust: z.boolean(),
      }),
    )
    .check(z.maxLength(100)),
  ...PlanNumbers,
})
export type MatchingPlan = z.infer<typeof MatchingPlan>

const SessionChoice = z.object({
  sessionId: Id,
  title: z.string(),
  /** The languages in which it can be read. */
  languages: z.array(z.string()),
})

export const Programme = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  groupType: GroupType,
  isDisabled: z.boolean(),
  membersAreAdults: z.boolean(),
  emailDomains: z.array(z.string()),
  /** Empty for all. */
  languages: z.array(z.string()),
  cohorts: z.array(Cohort).check(z.maxLength(100)),
  /** The cohort that new members join today. */
  openCohortId: z.nullable(Id),
  codes: z.array(InstitutionCode).check(z.maxLength(500)),
  schedule: z.array(z.object({ sessionId: Id, title: z.string(), days: z.int() })).check(z.maxLength(50)),
  sessions: z.array(SessionChoice).check(z.maxLength(1000)),
  /** Null if no programme of the instance has criteria to choose from. */
  plan: z.nullable(MatchingPlan),
  /** False until the first plan is saved: nobody is matched. */
  hasPlan: z.boolean(),
  team: z
    .array(z.object({ personId: Id, name: z.string(), role: StaffRole, isEverywhere: z.boolean(), until: z.nullable(Time) }))
    .check(z.maxLength(500)),
  /** Number of people that a change affects. */
  counts: z.object({ people: z.int(), waiting: z.int(), openOffers: z.int(), running: z.int() }),
  /** Today in India, to compare dates with. */
  today: Day,
  versions: z.object({ basics: Version, schedule: Version, plan: Version }),
})
export type Programme = z.infer<typeof Programme>

const OfProgramme = z.object({ programmeId: IdParam })

export const getProgramme = defineCall({
  method: 'GET',
  path: '/api/v2/staff/programmes/:programmeId/',
  summary: 'Get the settings of a programme and how many people they affect',
  action: 'staff.programmes',
  params: OfProgramme,
  reply: Programme,
  errors: ['staff.programme_not_found'],
})

export const setProgrammeBasics = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/programmes/:programmeId/basics/',
  summary: 'Set name, type, languages, domains and whether people can sign up',
  action: 'staff.programmes',
  params: OfProgramme,
  body: z.object({
    name: Name,
    groupType: GroupType,
    isDisabled: z.boolean(),
    membersAreAdults: z.boolean(),
    emailDomains: Domains,
    languages: z.array(LanguageCode).check(z.maxLength(20)),
    version: Version,
  }),
  reply: Programme,
  errors: [
    'staff.programme_not_found',
    'staff.programme_changed',
    'staff.programme_name_taken',
    'staff.programme_has_people',
    'content.language_not_offered',
  ],
})

const CohortBody = { name: Name, signUpFrom: Day, startsOn: Day, endsOn: Day }

export const addCohort = defineCall({
  method: 'POST',
  path: '/api/v2/staff/programmes/:programmeId/cohorts/',
  summary: 'Add a cohort',
  action: 'staff.programmes',
  params: OfProgramme,
  body: z.object(CohortBody),
  reply: Programme,
  errors: ['staff.programme_not_found', 'staff.cohort_name_taken', 'staff.cohort_dates', 'staff.too_many'],
  idempotencyKey: true,
})

const OfCohort = z.object({ programmeId: IdParam, cohortId: IdParam })

export const changeCohort = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/programmes/:programmeId/cohorts/:cohortId/',
  summary: 'Change name and dates of a cohort',
  action: 'staff.programmes',
  params: OfCohort,
  body: z.object({ ...CohortBody, version: Version }),
  reply: Programme,
  errors: [
    'staff.programme_not_found',
    'staff.programme_changed',
    'staff.cohort_not_found',
    'staff.cohort_name_taken',
    'staff.cohort_dates',
  ],
})

export const deleteCohort = defineCall({
  method: 'DELETE',
  path: '/api/v2/staff/programmes/:programmeId/cohorts/:cohortId/',
  summary: 'Delete a cohort that nobody has joined',
  action: 'staff.programmes',
  params: OfCohort,
  body: Nothing,
  reply: Programme,
  errors: ['staff.programme_not_found', 'staff.cohort_not_found', 'staff.cohort_in_use'],
})

const Code = z.string().check(z.trim(), z.toUpperCase(), z.maxLength(40), z.regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/))

const CodeBody = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), plainName()),
  emailDomains: Domains,
  isActive: z.boolean(),
  cohortId: z.nullable(Id),
  places: z.nullable(wholeNumber(1, 100_000)),
  endsOn: z.nullable(Day),
}

export const addCode = defineCall({
  method: 'POST',
  path: '/api/v2/staff/programmes/:programmeId/codes/',
  summary: 'Add an institution code with which mentors sign up',
  action: 'staff.programmes',
  params: OfProgramme,
  body: z.object({ code: Code, ...CodeBody }),
  reply: Programme,
  errors: ['staff.programme_not_found', 'staff.code_taken', 'staff.cohort_not_found', 'staff.too_many'],
  idempotencyKey: true,
})

export const changeCode = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/programmes/:programmeId/codes/:code/',
  summary: 'Change who may sign up with an institution code, how many and until when',
  action: 'staff.programmes',
  params: z.object({ programmeId: IdParam, code: Code }),
  body: z.object({ ...CodeBody, version: Version }),
  reply: Programme,
  errors: ['staff.programme_not_found', 'staff.programme_changed', 'staff.code_not_found', 'staff.cohort_not_found'],
})

export const setSchedule = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/programmes/:programmeId/schedule/',
  summary: 'Set the sessions of new mentorships, in order, with days for each; running ones keep theirs',
  action: 'staff.programmes',
  params: OfProgramme,
  body: z.object({
    sessions: z.array(z.object({ sessionId: Id, days: wholeNumber(1, 365) })).check(z.maxLength(50)),
    version: Version,
  }),
  reply: Programme,
  errors: ['staff.programme_not_found', 'staff.programme_changed', 'staff.schedule_refused'],
})

export const setMatchingPlan = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/programmes/:programmeId/matching/',
  summary: 'Set what is compared, how much it counts, places, expiry and approval, from the next run on',
  action: 'staff.programmes',
  params: OfProgramme,
  body: z.object({
    criteria: z
      .array(z.object({ key: z.string().check(z.maxLength(60)), strength: PlanStrength }))
      .check(z.minLength(1), z.maxLength(100)),
    ...PlanNumbers,
    version: Version,
  }),
  reply: Programme,
  errors: [
    'staff.programme_not_found',
    'staff.programme_changed',
    'staff.plan_criteria',
    'staff.plan_must',
    'staff.plan_group',
    'staff.plan_exposure',
  ],
})
