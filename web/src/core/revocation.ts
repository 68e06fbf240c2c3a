import { signOut } from '@saathi/contract/accounts/entrance-calls'
import { send } from './api.ts'
import { removeStored, readStored, writeStored } from './storage.ts'

const key = 'saathi.leaving'
let sending: AbortController | null = null

/** Until the server has heard of a sign-out the cookie stays good, on a phone that others may use: so it is noted down. */
export async function revokeSignIn(): Promise<void> {
  writeStored(key, 'yes')
  const { signal } = (sending = new AbortController())
  await send(signOut, { body: {} }, { signal }).then(
    () => removeStored(key),
    () => null,
  )
  sending = null
}

/** At the next start, and when the line is back. */
export function finishSignOut(): void {
  if (!sending && readStored(key)) void revokeSignIn()
}

/** Its answer would take the cookie away, which is someone else's by now. */
export const stopSignOut = (): void => sending?.abort()

/** There is nothing left to revoke here: the next person's cookie stands in the place of the old one. */
export function forgetSignOut(): void {
  stopSignOut()
  removeStored(key)
}
