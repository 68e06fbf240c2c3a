import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Nothing, Time, plainName } from '../core/fields.ts'
import { Profile } from './entities.ts'
import { PhoneNumber } from './phone.ts'

export { getProfile, setPrimaryLanguage } from './entrance-calls.ts'

export const NAME_MAX_LENGTH = 60
const Name = z._default(z.string().check(z.maxLength(NAME_MAX_LENGTH), plainName()), '')
export const BIO_MAX_LENGTH = 500
/** Wire text that means 'remove my picture'. */
export const NO_PICTURE = 'null'
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024

export const updateProfile = defineCall({
  method: 'PUT',
  path: '/api/v2/users/profile/',
  summary: 'Change your name, picture and bio',
  action: 'own_account.write',
  form: {
    fields: z.object({
      firstName: Name,
      lastName: Name,
      bio: z._default(z.string().check(z.maxLength(BIO_MAX_LENGTH)), ''),
      phoneNumber: z.optional(PhoneNumber),
      /** A file replaces the picture, the text 'null' removes it, and leaving the field out keeps it. */
      picture: z.optional(z.literal(NO_PICTURE)),
    }),
    files: { picture: { maxBytes: PICTURE_MAX_BYTES, optional: true } },
  },
  reply: Profile,
  errors: ['files.type_not_allowed', 'files.type_mismatch', 'files.too_many_pixels', 'files.unreadable'],
})

export const agreeToTerms = defineCall({
  method: 'POST',
  path: '/api/v2/users/agreement/',
  summary: 'Agree to the terms and the privacy policy in their current versions',
  action: 'own_account.write',
  body: z.object({ hasAgreedTerms: z.literal(true) }),
  reply: z.object({ hasAgreedTerms: z.literal(true) }),
  errors: [],
})

export const exportOwnData = defineCall({
  method: 'POST',
  path: '/api/v2/users/export/',
  summary: 'Export everything Saathi stores about you',
  action: 'own_account.export',
  body: Nothing,
  /** One part per domain. The keys inside a part are data, so they keep their spelling. */
  reply: z.object({ exportedAt: Time, parts: z.record(z.string(), z.unknown()) }),
  errors: ['accounts.confirm_first'],
})

export const leaveSaathi = defineCall({
  method: 'POST',
  path: '/api/v2/users/delete/',
  summary: 'Request deletion of your account; you can undo it for two weeks',
  action: 'own_account.leave',
  body: Nothing,
  reply: z.object({ leavesAt: Time }),
  errors: ['accounts.confirm_first', 'accounts.last_administrator'],
})

export const stayWithSaathi = defineCall({
  method: 'POST',
  path: '/api/v2/users/keep/',
  summary: 'Cancel the deletion of your account',
  action: 'own_account.leave',
  body: Nothing,
  reply: Nothing,
  errors: [],
})
