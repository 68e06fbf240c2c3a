import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Email, Nothing } from '../core/fields.ts'
import { SignInPassword } from './entrance-calls.ts'
import { PASSWORD_MAX_LENGTH } from './password-length.ts'

/** How long a code is awaited, and how soon another may be asked for. */
export const CODE_LENGTH = 6
export const RESEND_SECONDS = 120

/** Letters are read in either size; whoever types one from a mail should not be punished for the shift key. */
const Code = z.pipe(
  z.string().check(z.maxLength(32)),
  z.transform((text: string) => text.trim().toUpperCase()),
)
const Asked = z.object({ message: z.string(), errors: z.array(z.string()), resendAfterSeconds: z.int() })
const Checked = z.object({ message: z.string() })
const codeErrors = ['accounts.wrong_code', 'accounts.code_over', 'accounts.too_many_tries'] as const

export const accountExists = defineCall({
  method: 'POST',
  path: '/api/v2/users/account-exists/',
  summary: 'Is there an account with this address and this way of signing in?',
  action: 'public',
  body: z.object({ email: Email, provider: z.enum(['google', 'normal']) }),
  reply: z.object({ userExist: z.boolean() }),
  errors: [],
})

export const sendOtp = defineCall({
  method: 'POST',
  path: '/api/v2/users/send-otp/',
  summary: 'Mail a code for signing up',
  action: 'public',
  /** Any length that is asked for is answered with six. */
  body: z.object({ email: Email, numOtp: z.optional(z.int()) }),
  reply: Asked,
  errors: ['accounts.already_signed_up', 'accounts.code_too_soon', 'accounts.too_many_codes'],
})

export const verifyOtp = defineCall({
  method: 'POST',
  path: '/api/v2/users/verify-otp/',
  summary: 'Check the code of a sign-up',
  action: 'public',
  body: z.object({ email: Email, otp: Code }),
  reply: Checked,
  errors: codeErrors,
})

export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/v2/users/reset-password/',
  summary: 'Mail a code for a new password; the answer is the same whether there is such an account or not',
  action: 'public',
  body: z.object({ email: Email }),
  reply: Asked,
  errors: ['accounts.code_too_soon', 'accounts.too_many_codes'],
})

export const confirmOtp = defineCall({
  method: 'POST',
  path: '/api/v2/users/confirm-otp/',
  summary: 'Check the code of a password reset',
  action: 'public',
  body: z.object({ email: Email, otp: Code }),
  reply: Checked,
  errors: codeErrors,
})

const Typed = z.optional(z.string().check(z.maxLength(PASSWORD_MAX_LENGTH)))

export const confirmPassword = defineCall({
  method: 'POST',
  path: '/api/v2/users/confirm-password/',
  summary: 'Choose a new password with a mailed code',
  action: 'public',
  /** One of the two pairs; the specification names both. */
  body: z.object({
    email: Email,
    otp: Code,
    newPassword: Typed,
    checkNewPassword: Typed,
    password: Typed,
    confirmPassword: Typed,
  }),
  /** `google`: no password was set, because this account comes in by Google. */
  reply: z.object({ message: z.string(), provider: z.enum(['normal', 'google']) }),
  errors: [...codeErrors, 'accounts.weak_password', 'accounts.common_password', 'accounts.passwords_differ'],
})

/** Not in the specification: until now only a mailed code led to a new password. */
export const changePassword = defineCall({
  method: 'PUT',
  path: '/api/v2/users/password/',
  summary: 'Change your password; your other devices are signed out',
  action: 'own_account.write',
  body: z.object({ password: SignInPassword, newPassword: z.string().check(z.maxLength(PASSWORD_MAX_LENGTH)) }),
  reply: Nothing,
  errors: ['accounts.wrong_password', 'accounts.blocked_for_an_hour', 'accounts.weak_password', 'accounts.common_password'],
})

/** Not in the specification: people move to another address without asking the team. */
export const requestEmailChange = defineCall({
  method: 'POST',
  path: '/api/v2/users/change-email/',
  summary: 'Mail a code to the address that shall be yours; needs your password',
  action: 'own_account.write',
  body: z.object({ email: Email, password: SignInPassword }),
  reply: Asked,
  errors: [
    'accounts.wrong_password',
    'accounts.blocked_for_an_hour',
    'accounts.address_taken',
    'accounts.code_too_soon',
    'accounts.too_many_codes',
  ],
})

export const confirmEmailChange = defineCall({
  method: 'POST',
  path: '/api/v2/users/confirm-email/',
  summary: 'Change your address with the code that was mailed to it',
  action: 'own_account.write',
  body: z.object({ email: Email, otp: Code }),
  reply: z.object({ email: z.string() }),
  errors: [...codeErrors, 'accounts.confirm_first', 'accounts.address_taken'],
})

export const sendVerification = defineCall({
  method: 'POST',
  path: '/api/v2/users/send-verification/',
  summary: 'Mail the link that verifies an address again; the answer is always the same',
  action: 'public',
  body: z.object({ email: Email }),
  reply: z.object({ message: z.string() }),
  errors: [],
})

export const verifyEmail = defineCall({
  method: 'POST',
  path: '/api/v2/users/verify-email/',
  summary: 'Verify an address by the link that was mailed to it',
  action: 'public',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  /**
   * `needsPassword`: the account was made by staff and has no password yet. `code` then sets it through confirm-password, so that
   * the link alone is enough; without it a code must be asked for by mail.
   */
  reply: z.object({ email: z.string(), needsPassword: z.boolean(), code: z.optional(z.string()) }),
  errors: ['accounts.link_used', 'accounts.link_over', 'accounts.link_unknown'],
})
