import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Nothing } from '../core/fields.ts'
import { SignedIn, SignInPassword } from './entrance-calls.ts'
import { SignInSession } from './entities.ts'

export { getSystemStatus, refresh, SignedIn, signIn, signOut } from './entrance-calls.ts'

const GoogleProof = { idToken: z.string().check(z.maxLength(8192)), nonce: z.string().check(z.minLength(16), z.maxLength(200)) }

/** Google has identified the person, but they have no account here: they sign up next with Google's details. */
const SignUpNeeded = z.object({
  signUpNeeded: z.literal(true),
  /** The bearer token of the sign-up call, valid for half an hour. */
  signUpToken: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
})

export const signInWithGoogle = defineCall({
  method: 'POST',
  path: '/api/v2/identity/google/',
  summary: 'Sign in with the ID token of a Google popup',
  action: 'public',
  body: z.object(GoogleProof),
  reply: z.union([SignUpNeeded, SignedIn]),
  errors: ['accounts.google_token_refused', 'accounts.google_off', 'accounts.user_disabled', 'accounts.use_password'],
})

export const listSignIns = defineCall({
  method: 'GET',
  path: '/api/v2/identity/sessions/',
  summary: 'List your sign-ins',
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

export const endEverySignIn = defineCall({
  method: 'DELETE',
  path: '/api/v2/identity/sessions/',
  summary: 'Sign out on all devices, this one included',
  action: 'own_account.write',
  reply: Nothing,
  errors: [],
})

/** Rare, irreversible actions require a recent re-authentication. It is valid for a quarter of an hour. */
export const confirmIdentity = defineCall({
  method: 'POST',
  path: '/api/v2/identity/confirm/',
  summary: 'Confirm your identity again',
  action: 'own_account.write',
  body: z.union([z.object({ password: SignInPassword }), z.object(GoogleProof)]),
  reply: Nothing,
  errors: ['accounts.wrong_password', 'accounts.google_token_refused', 'accounts.blocked_for_an_hour'],
})
