import { refresh } from '@saathi/contract/accounts/entrance-calls'
import { ApiError, sessionOver } from './api-error.ts'
import { exchange } from './exchange.ts'
import { dropToken, keepToken, personNow } from './token.ts'

let renewing: Promise<string> | null = null
type OverHandler = (next: number | undefined) => void
let handleOver: OverHandler = () => {}

/** Called when the server says that this sign-in is over, or knows the cookie as someone else's: then with who it is. */
export function onSignInOver(handler: OverHandler): void {
  handleOver = handler
}

/** Any number of calls may ask at once; one request is made, and every tab waits for its turn at the one cookie. */
export function renewToken(): Promise<string> {
  renewing ??= underLock(renew).finally(() => {
    renewing = null
  })
  return renewing
}

async function renew(): Promise<string> {
  let next: number | undefined
  try {
    const signedIn = await exchange(refresh, { body: {} }, {})
    next = signedIn.userId
    // The cookie is common to all tabs, and another of them may have let someone else in.
    if ((personNow() ?? next) !== next) throw sessionOver()
    keepToken(signedIn)
    return signedIn.accessToken
  } catch (error) {
    if (error instanceof ApiError && error.code === 'accounts.session_over') {
      handleOver(next)
      dropToken()
    }
    throw error
  }
}

// Two tabs that rotate one refresh cookie at the same moment would look like a stolen one. Browsers offer locks only
// over https and on localhost; elsewhere the tabs take their chance.
async function underLock<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request('saathi.refresh', work)
}
