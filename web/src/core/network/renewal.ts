import { refresh } from '@saathi/contract/accounts/entrance-calls'
import { ApiError, sessionOver } from '../api-error.ts'
import { createEvent, createStore } from '../store.ts'
import { exchange } from './exchange.ts'
import { clearToken, setToken, personNow } from './token.ts'

const renewing = createStore<Promise<string> | null>(null)
const signInEnded = createEvent<[next: number | undefined]>()

/** Called when the server ends this session. `next` is set if the cookie now belongs to another person. */
export const onSignInEnded = signInEnded.on

/** Concurrent calls share one request, and tabs take turns with the shared cookie. */
export function renewToken(): Promise<string> {
  const started = renewing.get() ?? withLock(renew).finally(() => renewing.set(null))
  renewing.set(started)
  return started
}

async function renew(): Promise<string> {
  let next: number | undefined
  try {
    const signedIn = await exchange(refresh, { body: {} }, {})
    next = signedIn.userId
    // All tabs share the cookie, and another tab may have signed in someone else.
    if ((personNow() ?? next) !== next) throw sessionOver()
    setToken(signedIn)
    return signedIn.accessToken
  } catch (error) {
    if (error instanceof ApiError && error.code === 'accounts.session_over') {
      signInEnded.emit(next)
      clearToken()
    }
    throw error
  }
}

// Two tabs rotating the refresh cookie at once would look like token theft. Locks need https or localhost; elsewhere this can
// happen.
async function withLock<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request('saathi.refresh', work)
}
