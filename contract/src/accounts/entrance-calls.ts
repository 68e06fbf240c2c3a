import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Email, LanguageCode, Nothing, Time } from '../core/fields.ts'
import { Profile } from './entities.ts'

// Calls that every visit starts with. The others live in separate files to keep the first page light.

export const SignedIn = z.object({ accessToken: z.string(), expiresIn: z.int(), userId: z.int() })

/** Long enough for any passphrase, short enough that hashing cannot be used for denial of service. */
export const PASSWORD_MAX_LENGTH = 1024
export const SignInPassword = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX_LENGTH))

export const signIn = defineCall({
  method: 'POST',
  path: '/api/v2/identity/sign-in/',
  summary: 'Sign in with e-mail and password',
  action: 'public',
  body: z.object({ email: Email, password: SignInPassword }),
  reply: SignedIn,
  errors: [
    'accounts.wrong_password',
    'accounts.user_not_found',
    'accounts.user_disabled',
    'accounts.email_not_verified',
    'accounts.use_google',
    'accounts.blocked_for_an_hour',
  ],
})

export const refresh = defineCall({
  method: 'POST',
  path: '/api/v2/identity/refresh/',
  summary: 'Get a new access token for the refresh cookie',
  action: 'public',
  body: Nothing,
  reply: SignedIn,
  errors: ['accounts.session_over'],
})

export const signOut = defineCall({
  method: 'POST',
  path: '/api/v2/identity/sign-out/',
  summary: 'Sign out here',
  action: 'public',
  body: Nothing,
  reply: Nothing,
  errors: [],
})

export const getSystemStatus = defineCall({
  method: 'GET',
  path: '/api/v2/users/system_status/',
  summary: 'Get the maintenance status and the Google sign-in settings',
  action: 'public',
  reply: z.object({
    underMaintenance: z.boolean(),
    /** The team's message about the maintenance; absent while the product is open. */
    maintenance: z.optional(z.object({ message: z.string(), until: z.nullable(Time) })),
    /** URL of the popup; null if no Google client is configured. */
    google: z.nullable(z.object({ clientId: z.string(), authorizationUrl: z.string(), redirectUri: z.string() })),
    /** Optional: a page newer than its server must still let people sign in. */
    version: z.optional(z.string()),
    releaseStage: z.optional(z.string()),
  }),
  errors: [],
})

export const getProfile = defineCall({
  method: 'GET',
  path: '/api/v2/users/profile/',
  summary: 'Get your profile and status',
  action: 'own_account.read',
  reply: Profile,
  errors: [],
})

export const setPrimaryLanguage = defineCall({
  method: 'PUT',
  path: '/api/v2/users/primary_language/:code/',
  summary: 'Choose the language you read in',
  action: 'own_account.write',
  params: z.object({ code: LanguageCode }),
  reply: z.object({ newPrimaryLanguage: LanguageCode }),
  errors: ['content.language_not_offered'],
})
