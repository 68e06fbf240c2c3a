import * as z from 'zod/mini'
import { Key, WholeNumber } from './parts.ts'

const Count = z._default(WholeNumber(0, 2000), 0)

/** The number of a project's people at each stage. */
const FunnelFile = z.strictObject({
  project: Key,
  /** The domain of their e-mail addresses. */
  emailDomain: z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a lower-case domain, like pragati.example')),
  /** The coordinator of their mentorships, in accounts.json. */
  pairManager: z.string(),
  invited: Count,
  signedUp: Count,
  surveyOpen: Count,
  preparing: Count,
  waiting: Count,
  /** Mentees with an open offer. */
  offered: Count,
  /** Mentees who chose a mentor, who has yet to answer; only in a project of pairs. */
  chosen: Count,
  mentorsToApprove: Count,
  freeMentors: Count,
  /** Mentorships: pairs, or groups of three or four. */
  active: Count,
  ended: Count,
  /** Groups that wait for more mentees; only in a project of groups. */
  forming: Count,
  blocked: Count,
})
export type FunnelFile = z.infer<typeof FunnelFile>

/** people.json, documented in demo/README.md. */
export const PeopleFile = z.strictObject({
  /** Determines the random choices: loading with one seed always makes the same people. */
  seed: WholeNumber(1, 1_000_000),
  funnels: z.array(FunnelFile).check(z.minLength(1)),
})
export type PeopleFile = z.infer<typeof PeopleFile>
