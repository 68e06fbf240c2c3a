import { signOut } from '@saathi/contract/accounts/entrance-calls'
import { send } from './api.ts'
import { removeStored, readStored, writeStored } from './storage.ts'
import { createStore } from './store.ts'

const key = 'saathi.leaving'
const sending = createStore<AbortController | null>(null)

/**
 * The cookie stays valid until the server has received the sign-out, perhaps on a shared phone. So a pending sign-out is stored.
 */
export async function revokeSignIn(): Promise<void> {
  writeStored(key, 'yes')
  const request = new AbortController()
  sending.set(request)
  await send(signOut, { body: {} }, { signal: request.signal }).then(
    () => removeStored(key),
    () => null,
  )
  sending.set(null)
}

/** Called at the next start and when the connection is back. */
export function retrySignOut(): void {
  if (!sending.get() && readStored(key)) void revokeSignIn()
}

/** The reply would delete the cookie, which now belongs to someone else. */
export const abortSignOut = (): void => sending.get()?.abort()

/** Nothing left to revoke: the next person's cookie has replaced the old one. */
export function clearPendingSignOut(): void {
  abortSignOut()
  removeStored(key)
}
