import * as z from 'zod/mini'
import { Id, LanguageCode, Time } from '../core/fields.ts'
import { Role } from './roles.ts'

/** `use` opens a part of the product, `show` shows it locked, `off` hides it. */
export const Permission = z.enum(['use', 'show', 'off'])
export type Permission = z.infer<typeof Permission>

export const Experiences = z.object({
  curriculum: Permission,
  session: Permission,
  video: Permission,
  survey: Permission,
  internship: Permission,
  chattype: Permission,
  chatStatus: z.object({ mentorshipChat: Permission, aiChat: Permission, helpCenter: Permission }),
})
export type Experiences = z.infer<typeof Experiences>

export const MatchingStatus = z.enum(['READY', 'ON_HOLD', 'GROUP_HOLD'])

export const SurveyStatus = z.object({
  surveyId: Id,
  /** Begins with NOT_STARTED, ONGOING or COMPLETE; more may follow. */
  surveyStatus: z.string(),
  expPermission: Permission,
})
export type SurveyStatus = z.infer<typeof SurveyStatus>

export const Status = z.object({
  surveys: z.array(SurveyStatus),
  experiences: Experiences,
  newSessionAvailable: z.boolean(),
  matching: z.object({ matchingStatus: z.nullable(MatchingStatus) }),
  /** 'My Profile' appears with the first score. */
  workReadiness: z.object({ hasScores: z.boolean() }),
})
export type Status = z.infer<typeof Status>

export const Profile = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  bio: z.string(),
  picture: z.nullable(z.string()),
  phoneNumber: z.string(),
  email: z.string(),
  role: Role,
  provider: z.enum(['normal', 'google']),
  hasAgreedTerms: z.boolean(),
  newPrimaryLanguage: LanguageCode,
  /** Set while the account is scheduled for deletion. */
  leavesAt: z.nullable(Time),
  status: Status,
})
export type Profile = z.infer<typeof Profile>

/** A signed-in browser or phone in the list of sign-ins. */
export const SignInSession = z.object({
  id: z.uuid(),
  device: z.string(),
  startedAt: Time,
  lastUsedAt: Time,
  isCurrent: z.boolean(),
})
export type SignInSession = z.infer<typeof SignInSession>

/** The roles people can sign up as; staff assign all others. */
export const UserType = z.enum(['Mentee', 'Mentor'])
export type UserType = z.infer<typeof UserType>

export const Declaration = z.object({ type: UserType, version: z.int(), declaration: z.string() })
export type Declaration = z.infer<typeof Declaration>

/** A programme; `project` on the wire. */
export const Project = z.object({ key: z.string(), name: z.string(), emailDomains: z.array(z.string()), isDisabled: z.boolean() })
export type Project = z.infer<typeof Project>
