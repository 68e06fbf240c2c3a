import { refresh } from '@saathi/contract/accounts/entrance-calls'
import { ApiError } from './api-error.ts'
import { exchange } from './exchange.ts'
import { dropToken, keepToken } from './token.ts'

let renewing: Promise<string> | null = null
let handleOver: () => void = () => {}

/** Called when the server says that this sign-in is over. */
export function onSignInOver(handler: () => void): void {
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
  try {
    const signedIn = await exchange(refresh, { body: {} }, {})
    keepToken(signedIn)
    return signedIn.accessToken
  } catch (error) {
    if (error instanceof ApiError && error.code === 'accounts.session_over') {
      dropToken()
      handleOver()
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
