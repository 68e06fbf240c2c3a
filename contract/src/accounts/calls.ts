import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Email, LanguageCode, Nothing } from '../core/fields.ts'
import { Profile, SignInSession } from './entities.ts'

const SignedIn = z.object({ accessToken: z.string(), expiresIn: z.int(), userId: z.int() })

/** Long enough for any passphrase, short enough that hashing one cannot be used as a weapon. */
const SignInPassword = z.string().check(z.minLength(1), z.maxLength(1024))

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

export const listSignIns = defineCall({
  method: 'GET',
  path: '/api/v2/identity/sessions/',
  summary: 'See where you are signed in',
  action: 'own_account.read',
  reply: z.object({ sessions: z.array(SignInSession) }),
  errors: [],
})

export const endSignIn = defineCall({
  method: 'DELETE',
  path: '/api/v2/identity/sessions/:sessionId/',
  summary: 'Sign out one of your devices',
  action: 'own_account.write',
  params: z.object({ sessionId: z.uuid() }),
  reply: Nothing,
  errors: ['accounts.session_not_found'],
})

export const getProfile = defineCall({
  method: 'GET',
  path: '/api/v2/users/profile/',
  summary: 'Your own profile and status',
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

export const getSystemStatus = defineCall({
  method: 'GET',
  path: '/api/v2/users/system_status/',
  summary: 'Is the product open, or under maintenance?',
  action: 'public',
  reply: z.object({ underMaintenance: z.boolean() }),
  errors: [],
})
