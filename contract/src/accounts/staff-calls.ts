import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Email, IdParam, LanguageCode, Nothing, plainName, Time } from '../core/fields.ts'
import { Permission } from './entities.ts'
import { Role } from './roles.ts'

const Person = z.object({ personId: IdParam })

/** Why staff open or change something about a person, who can read it later. */
export const StaffReason = z.string().check(z.trim(), z.minLength(3), z.maxLength(200))
const flag = z.optional(Permission)
/** Flags that staff set by hand, all or some of them. A programme's demo accounts use the same shape. */
export const changedFlags = {
  curriculum: flag,
  session: flag,
  video: flag,
  survey: flag,
  internship: flag,
  chattype: flag,
  mentorshipChat: flag,
  aiChat: flag,
  helpCenter: flag,
}

export const setMaintenance = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/maintenance/',
  summary: 'Close the product for maintenance, or open it again',
  action: 'staff.maintenance',
  body: z.object({
    underMaintenance: z.boolean(),
    /** The team's message to members while the product is closed. */
    message: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    /** The expected end. The product stays closed until somebody opens it. */
    until: z.optional(z.nullable(Time)),
  }),
  reply: z.object({ underMaintenance: z.boolean() }),
  errors: [],
})

export const setFlags = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/people/:personId/flags/',
  summary: 'Open, show or hide parts of the product for one person; flags left out stay as they are',
  action: 'staff.people',
  params: Person,
  body: z.object({ ...changedFlags, reason: z.optional(StaffReason) }),
  reply: Nothing,
  errors: ['accounts.person_not_found'],
})

export const setDisabled = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/people/:personId/disabled/',
  summary: 'Block an account at once, or unblock it',
  action: 'staff.people',
  params: Person,
  body: z.object({ isDisabled: z.boolean(), reason: StaffReason }),
  reply: Nothing,
  errors: ['accounts.person_not_found', 'accounts.not_oneself', 'accounts.last_administrator'],
})

export const setVerified = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/people/:personId/verified/',
  summary: 'Mark an address as verified or unverified',
  action: 'staff.people',
  params: Person,
  body: z.object({ isVerified: z.boolean() }),
  reply: Nothing,
  errors: ['accounts.person_not_found'],
})

export const addPerson = defineCall({
  method: 'POST',
  path: '/api/v2/staff/people/',
  summary: 'Create an account for someone, who receives a link by mail',
  action: 'staff.people',
  body: z.object({
    email: Email,
    role: Role,
    firstName: z.string().check(z.minLength(1), z.maxLength(60), plainName()),
    lastName: z.string().check(z.minLength(1), z.maxLength(60), plainName()),
    newPrimaryLanguage: LanguageCode,
    project: z.optional(z.string().check(z.maxLength(60))),
  }),
  reply: z.object({ personId: z.int() }),
  errors: [
    'accounts.already_signed_up',
    'accounts.program_not_open',
    'content.language_not_offered',
    'accounts.right_beyond_yours',
    'accounts.confirm_first',
  ],
})

export const inviteAgain = defineCall({
  method: 'POST',
  path: '/api/v2/staff/people/:personId/invite/',
  summary: 'Mail a new link to someone who has not used the first one',
  action: 'staff.people',
  params: Person,
  body: Nothing,
  reply: Nothing,
  errors: ['accounts.person_not_found', 'accounts.already_joined', 'accounts.just_invited'],
})

export const changeAddress = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/people/:personId/email/',
  summary: 'Change the address of an account; both addresses are notified and every device is signed out',
  action: 'staff.people',
  params: Person,
  body: z.object({ email: Email, reason: StaffReason }),
  reply: Nothing,
  errors: ['accounts.person_not_found', 'accounts.not_oneself', 'accounts.address_taken', 'accounts.confirm_first'],
})

export const signOutEverywhere = defineCall({
  method: 'POST',
  path: '/api/v2/staff/people/:personId/sign-out/',
  summary: 'Sign a person out on every device',
  action: 'staff.people',
  params: Person,
  body: Nothing,
  reply: Nothing,
  errors: ['accounts.person_not_found'],
})

const TotpCode = z.string().check(z.regex(/^\d{6}$/))

export const getSecondFactor = defineCall({
  method: 'GET',
  path: '/api/v2/identity/second-factor/',
  summary: 'Whether you have linked an authenticator app, and given its code for this sign-in',
  action: 'second_factor.use',
  reply: z.object({ hasAuthenticator: z.boolean(), isGiven: z.boolean(), codesLeft: z.int() }),
  errors: [],
})

/** The first valid code links an authenticator app to the account; until then nothing changes. */
export const offerAuthenticator = defineCall({
  method: 'POST',
  path: '/api/v2/identity/authenticator/',
  summary: 'Get the key for an authenticator app',
  action: 'second_factor.use',
  body: Nothing,
  reply: z.object({
    key: z.string(),
    uri: z.string(),
    /** The URI as a QR code: a square with sides of `size` units, and the SVG path of its dark parts. */
    qr: z.object({ size: z.int(), path: z.string() }),
  }),
  errors: ['accounts.confirm_first', 'accounts.has_authenticator'],
})

export const giveSecondFactor = defineCall({
  method: 'POST',
  path: '/api/v2/identity/second-factor/',
  summary: 'Give the code of your authenticator app, for the staff calls of this sign-in',
  action: 'second_factor.use',
  body: z.object({ code: TotpCode }),
  /** Ten recovery codes when the app is linked; empty at later times. */
  reply: z.object({ recoveryCodes: z.array(z.string()).check(z.maxLength(10)) }),
  errors: ['accounts.wrong_code', 'accounts.no_authenticator'],
})
