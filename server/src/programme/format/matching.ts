import { MatchIcon } from '@saathi/contract/content/match-icon'
import { GROUP_MAX_MENTEES } from '@saathi/contract/content/group-size'
import * as z from 'zod/mini'
import { Strength } from '#content/public.ts'
import { DaysAgo, Key, Texts, WholeNumber } from './parts.ts'

/** Same limit as in the API. */
const MAX_GROUP_STARTS_IN_DAYS = 5

/** The texts of a matching criterion, in each language. */
export const CriterionFile = z.strictObject({
  icon: MatchIcon,
  name: Texts(40),
  helpText: Texts(200),
  /** Sentences with {shared}, {mine} and {theirs}. */
  alike: Texts(160),
  differs: Texts(160),
  /** Options that stand for several others, such as "both". */
  standsFor: z.optional(z.record(Key, z.array(Key).check(z.minLength(1)))),
})
export type CriterionFile = z.infer<typeof CriterionFile>

/** The matching settings of a project. */
export const ProjectMatching = z.strictObject({
  /** In display order. */
  criteria: z.array(z.strictObject({ key: Key, strength: Strength })).check(z.minLength(1), z.maxLength(20)),
  expiryHours: z._default(WholeNumber(1, 720), 72),
  places: z._default(WholeNumber(1, 10), 1),
  groupSize: z._default(WholeNumber(2, GROUP_MAX_MENTEES), 4),
  groupMinimum: z._default(WholeNumber(2, GROUP_MAX_MENTEES), 3),
  groupStartsInDays: z._default(WholeNumber(1, MAX_GROUP_STARTS_IN_DAYS), MAX_GROUP_STARTS_IN_DAYS),
  shortlist: z._default(WholeNumber(1, 20), 5),
  exposure: z._default(WholeNumber(1, 10), 3),
  needsReview: z._default(z.boolean(), false),
  needsApproval: z._default(z.boolean(), true),
})
export type ProjectMatching = z.infer<typeof ProjectMatching>

/** An email address in accounts.json. */
const Member = z.string()
/** At most a year; matching times are in hours. */
const HoursAgo = WholeNumber(0, 8760)

const SeekerFile = z.strictObject({
  who: Member,
  daysAgo: DaysAgo,
  places: z.optional(WholeNumber(1, 10)),
  /** Mentors only. */
  isApproved: z.optional(z.boolean()),
})
export type SeekerFile = z.infer<typeof SeekerFile>

/** Places in groups are listed under `groups`. */
const OfferState = z.enum(['issued', 'chosen', 'success', 'rejected', 'expired', 'unavailable', 'withdrawn'])

const OfferFile = z.strictObject({
  mentor: Member,
  mentee: Member,
  state: OfferState,
  hoursAgo: HoursAgo,
  /** When the first side chose it. */
  chosenHoursAgo: z.optional(HoursAgo),
  endedHoursAgo: z.optional(HoursAgo),
  endedBy: z.optional(z.enum(['mentor', 'mentee'])),
})
export type OfferFile = z.infer<typeof OfferFile>

const GroupFile = z.strictObject({
  mentor: Member,
  mentees: z.array(Member).check(z.minLength(1), z.maxLength(10)),
  hoursAgo: HoursAgo,
})
export type GroupFile = z.infer<typeof GroupFile>

/** matching.json, documented in demo/README.md. */
export const MatchingFile = z.strictObject({
  /** The pair manager of each project. */
  pairManagers: z._default(z.record(Key, Member), {}),
  seekers: z.array(SeekerFile),
  offers: z._default(z.array(OfferFile), []),
  groups: z._default(z.array(GroupFile), []),
})
export type MatchingFile = z.infer<typeof MatchingFile>
