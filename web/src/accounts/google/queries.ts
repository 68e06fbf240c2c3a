import { signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import { send } from '#core/api.ts'
import { signInWith } from '#core/session.ts'
import type { GoogleProof } from './popup.ts'

/** A Google user without an account here; the token authenticates the sign-up call for half an hour. */
export type GoogleNewcomer = { signUpToken: string; email: string; firstName: string; lastName: string }

/** Null if they have an account and are now signed in. */
export async function sendGoogleProof(proof: GoogleProof): Promise<GoogleNewcomer | null> {
  const reply = await send(signInWithGoogle, { body: proof })
  if ('signUpNeeded' in reply) {
    const { signUpToken, email, firstName, lastName } = reply
    return { signUpToken, email, firstName, lastName }
  }
  await signInWith(reply)
  return null
}
