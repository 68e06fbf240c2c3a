import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Email, Nothing } from '../core/fields.ts'
import { PASSWORD_MAX_LENGTH, SignInPassword } from './entrance-calls.ts'

/** Length of a code, and the wait before another may be requested. */
export const CODE_LENGTH = 6
export const RESEND_SECONDS = 120

/** Codes are case-insensitive: people type them from a mail. */
const Code = z.pipe(
  z.string().check(z.maxLength(32)),
  z.transform((text: string) => text.trim().toUpperCase()),
)
const CodeRequested = z.object({ message: z.string(), errors: z.array(z.string()), resendAfterSeconds: z.int() })
const CodeChecked = z.object({ message: z.string() })
const codeErrors = ['accounts.wrong_code', 'accounts.code_over', 'accounts.too_many_tries'] as const

export const accountExists = defineCall({
  method: 'POST',
  path: '/api/v2/users/account-exists/',
  summary: 'Check whether an account with this address and sign-in method exists',
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
  /** The reply always has six digits, whatever length is requested. */
  body: z.object({ email: Email, numOtp: z.optional(z.int()) }),
  reply: CodeRequested,
  errors: ['accounts.already_signed_up', 'accounts.code_too_soon', 'accounts.too_many_codes'],
})

export const verifyOtp = defineCall({
  method: 'POST',
  path: '/api/v2/users/verify-otp/',
  summary: 'Verify a sign-up code',
  action: 'public',
  body: z.object({ email: Email, otp: Code }),
  reply: CodeChecked,
  errors: codeErrors,
})

export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/v2/users/reset-password/',
  summary: 'Mail a code for a new password; the reply does not reveal whether the account exists',
  action: 'public',
  body: z.object({ email: Email }),
  reply: CodeRequested,
  errors: ['accounts.code_too_soon', 'accounts.too_many_codes'],
})

export const confirmOtp = defineCall({
  method: 'POST',
  path: '/api/v2/users/confirm-otp/',
  summary: 'Verify a password-reset code',
  action: 'public',
  body: z.object({ email: Email, otp: Code }),
  reply: CodeChecked,
  errors: codeErrors,
})

const NewPasswordField = z.optional(z.string().check(z.maxLength(PASSWORD_MAX_LENGTH)))

export const confirmPassword = defineCall({
  method: 'POST',
  path: '/api/v2/users/confirm-password/',
  summary: 'Choose a new password with a mailed code',
  action: 'public',
  /** Exactly one of the two pairs; the specification names both. */
  body: z.object({
    email: Email,
    otp: Code,
    newPassword: NewPasswordField,
    checkNewPassword: NewPasswordField,
    password: NewPasswordField,
    confirmPassword: NewPasswordField,
  }),
  /** `google`: no password was set because this account signs in with Google. */
  reply: z.object({ message: z.string(), provider: z.enum(['normal', 'google']) }),
  errors: [...codeErrors, 'accounts.weak_password', 'accounts.common_password', 'accounts.passwords_differ'],
})

/** Not in the specification, where a new password always needs a mailed code. */
export const changePassword = defineCall({
  method: 'PUT',
  path: '/api/v2/users/password/',
  summary: 'Change your password; your other devices are signed out',
  action: 'own_account.write',
  body: z.object({ password: SignInPassword, newPassword: z.string().check(z.maxLength(PASSWORD_MAX_LENGTH)) }),
  reply: Nothing,
  errors: ['accounts.wrong_password', 'accounts.blocked_for_an_hour', 'accounts.weak_password', 'accounts.common_password'],
})

/** Not in the specification: lets people change their address without contacting the team. */
export const requestEmailChange = defineCall({
  method: 'POST',
  path: '/api/v2/users/change-email/',
  summary: 'Mail a code to your new address; needs your password',
  action: 'own_account.write',
  body: z.object({ email: Email, password: SignInPassword }),
  reply: CodeRequested,
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
  summary: 'Mail the verification link again; the reply is always the same',
  action: 'public',
  body: z.object({ email: Email }),
  reply: z.object({ message: z.string() }),
  errors: [],
})

export const verifyEmail = defineCall({
  method: 'POST',
  path: '/api/v2/users/verify-email/',
  summary: 'Verify an address with the mailed link',
  action: 'public',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  /**
   * `needsPassword`: staff created the account and it has no password yet. `code` then sets one through
   * confirm-password, so the link alone is enough; without `code`, the person must request one by mail.
   */
  reply: z.object({ email: z.string(), needsPassword: z.boolean(), code: z.optional(z.string()) }),
  errors: ['accounts.link_used', 'accounts.link_over', 'accounts.link_unknown'],
})
