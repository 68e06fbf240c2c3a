import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Email, LanguageCode, plainName } from '../core/fields.ts'
import { Declaration, Project, UserType } from './entities.ts'
import { SignedIn } from './identity-calls.ts'
import { PhoneNumber } from './phone.ts'

const Name = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(200)),
    z.transform((text: string) => text.trim()),
  ),
  z.string().check(z.minLength(1), z.maxLength(60), plainName()),
)

export const signUp = defineCall({
  method: 'POST',
  path: '/api/v2/users/signup/',
  summary: 'Create an account, with a verified code or with the token of a Google sign-in',
  action: 'public',
  /** E-mail, password and code are for the e-mail provider; a Google account authenticates with its bearer token. */
  body: z.object({
    role: UserType,
    firstName: Name,
    lastName: Name,
    institutionCode: z.optional(z.string().check(z.maxLength(40))),
    phoneNumber: PhoneNumber,
    provider: z.enum(['normal', 'google']),
    project: z.optional(z.string().check(z.maxLength(60))),
    newPrimaryLanguage: LanguageCode,
    email: z.optional(Email),
    password: z.optional(z.string().check(z.maxLength(1024))),
    otp: z.optional(z.string().check(z.maxLength(32))),
  }),
  /** Same reply as a sign-in, with the refresh cookie. */
  reply: SignedIn,
  /** All of them carry `non_field_errors`. */
  errors: [
    'accounts.wrong_code',
    'accounts.code_over',
    'accounts.too_many_tries',
    'accounts.already_signed_up',
    'accounts.weak_password',
    'accounts.common_password',
    'accounts.google_token_refused',
    'accounts.program_not_open',
    'accounts.institution_refused',
    'content.language_not_offered',
  ],
})

export const getDeclaration = defineCall({
  method: 'GET',
  path: '/api/v2/declarations/',
  summary: 'Get the declaration of a mentee or a mentor',
  action: 'public',
  /** Case-insensitive: Mentee, mentor, MENTEE. */
  query: z.object({ type: z.string().check(z.maxLength(20)), languageCode: z.optional(LanguageCode) }),
  reply: Declaration,
  errors: ['accounts.no_declaration'],
})

export const listProjects = defineCall({
  method: 'GET',
  path: '/api/v3/project-list/',
  summary: 'List the programmes people can sign up for',
  action: 'public',
  reply: z.object({ data: z.object({ projects: z.record(z.string(), Project) }) }),
  errors: [],
})
