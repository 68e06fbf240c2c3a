import { signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import { send } from '#core/api.ts'
import { enterWith } from '#core/session.ts'
import type { GoogleProof } from './google-popup.ts'

/** Whom Google knows and we do not; the token stands for them in the sign-up call, for half an hour. */
export type GoogleNewcomer = { signUpToken: string; email: string; firstName: string; lastName: string }

/** Null when they have an account and are now signed in. */
export async function enterByGoogle(proof: GoogleProof): Promise<GoogleNewcomer | null> {
  const reply = await send(signInWithGoogle, { body: proof })
  if ('signUpNeeded' in reply) {
    const { signUpToken, email, firstName, lastName } = reply
    return { signUpToken, email, firstName, lastName }
  }
  await enterWith(reply)
  return null
}
