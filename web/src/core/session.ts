import { signIn as signInCall } from '@saathi/contract/accounts/entrance-calls'
import { ApiError } from './api-error.ts'
import { send } from './api.ts'
import { profileQuery } from './profile.ts'
import { queryClient } from './query-client.ts'
import { onSignInEnded, renewToken } from './network/renewal.ts'
import { clearPendingSignOut, revokeSignIn, abortSignOut } from './revocation.ts'
import { clearPersonalData, readStored, writeStored } from './storage.ts'
import { createStore, type Store, useStore } from './store.ts'
import { onOtherTab, notifyOtherTabs } from './tabs.ts'
import { clearToken, setToken, personNow, type SessionToken } from './network/token.ts'

export type SessionState = 'verifying' | 'signedOut' | 'signedIn'
/** `over`: the server ended the session, and the person may want to return to their page. */
export type EndReason = 'signOut' | 'over'
type EndHandler = (reason: EndReason) => Promise<void> | void
type RestoreHandler = (person: number, renewing: Promise<unknown>) => Promise<unknown>

/** Data shared by everyone stays in the cache when the person changes. */
const sharedQueries = new Set<unknown>(['texts', 'system'])

const personKey = 'saathi.signedIn'
// Scripts cannot read the refresh cookie; without this hint every visitor's first page would try to renew it. It holds the id of
// the person whose data is in this browser, so that other tabs notice a change.
const storedPerson = () => Number(readStored(personKey))

const state = createStore<SessionState>(readStored(personKey) ? 'verifying' : 'signedOut')
const verifying = createStore<Promise<SessionState> | null>(null)
const endHandler = createStore<EndHandler>(() => {})
const restoreHandler = createStore<RestoreHandler>((_person, renewing) => renewing)
const isSigningOut = createStore(false)

export const sessionNow = state.get
export const onSessionChanged = state.subscribe
export const useSession = (): SessionState => useStore(state)

/** Called when nobody is signed in any more: forget what belongs to that person. */
export const onPersonLeft = (forget: () => void) => onSessionChanged(() => state.get() === 'signedOut' && forget())

/** State about the person who is signed in. Create it once, at module level. */
export function createPersonStore<Value>(initial: Value): Store<Value> {
  const store = createStore(initial)
  onPersonLeft(store.reset)
  return store
}

/** The router redirects to the sign-in page here, before the cache is cleared. */
export const onSessionEnded = endHandler.set

/** Called while the token is being renewed. The app signs in the last person from the cache if the server is unreachable. */
export const onSessionRestoring = restoreHandler.set

/**
 * Determines who is signed in. If the server is unreachable, it is the last person if their pages are cached; otherwise it
 * rejects and the caller shows a retry.
 */
export function verifySession(): Promise<SessionState> {
  if (state.get() !== 'verifying') return Promise.resolve(state.get())
  const started = verifying.get() ?? verify().finally(() => verifying.set(null))
  verifying.set(started)
  return started
}

async function verify(): Promise<SessionState> {
  try {
    const renewing = renewToken()
    // Awaited below, but it may reject earlier.
    renewing.catch(() => null)
    await restoreHandler.get()(storedPerson(), renewing)
    // Another tab may have signed out in the meantime.
    if (state.get() === 'signedOut') clearToken()
    else {
      writeStored(personKey, String(personNow()))
      state.set('signedIn')
    }
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'accounts.session_over')) throw error
    clearPersonalData('browser', true)
    state.set('signedOut')
  }
  return state.get()
}

export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await signInWith(await send(signInCall, { body: credentials }))
}

/** Signs this browser in with a token from any sign-in method. */
export async function signInWith(signedIn: SessionToken): Promise<void> {
  const { userId } = signedIn
  clearPendingSignOut()
  // Nothing of an earlier person may stay in memory or storage.
  if ((personNow() ?? storedPerson()) !== userId) await endSession('signOut')
  if (storedPerson() && storedPerson() !== userId) clearPersonalData()
  dropPersonalQueries()
  setToken(signedIn)
  writeStored(personKey, String(userId))
  notifyOtherTabs({ type: 'signedIn', userId })
  // The sign-in succeeded; if the profile fails to load, the page that needs it fetches it again.
  await queryClient.prefetchQuery(profileQuery)
  state.set('signedIn')
}

export async function signOut(): Promise<void> {
  // Sign out even if the server is unreachable: a shared phone must not stay signed in.
  const revoked = revokeSignIn()
  notifyOtherTabs({ type: 'signedOut' })
  // End the session before the server's event arrives, because that would store this page as redirect target for the next person.
  await endSession('signOut')
  await revoked
}

/** For a sign-out that the server must confirm first; its session-ended event may arrive before the reply. */
export async function signOutAfter(revoke: () => Promise<unknown>): Promise<void> {
  isSigningOut.set(true)
  try {
    await revoke()
  } finally {
    isSigningOut.set(false)
  }
  notifyOtherTabs({ type: 'signedOut' })
  await endSession('signOut')
}

export async function endSession(reason: EndReason): Promise<void> {
  if (state.get() === 'signedOut') return
  // If another tab has signed in someone else, the shared storage is theirs.
  const isOtherPersonStored = personNow() !== null && storedPerson() && storedPerson() !== personNow()
  const endReason = isSigningOut.get() ? 'signOut' : reason
  // The outbox is sent when they sign in again.
  clearPersonalData(isOtherPersonStored ? 'tab' : 'browser', endReason === 'over')
  clearToken()
  state.set('signedOut')
  try {
    await endHandler.get()(endReason)
  } finally {
    dropPersonalQueries()
  }
}

function dropPersonalQueries(): void {
  const filters = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !sharedQueries.has(queryKey[0]) }
  void queryClient.cancelQueries(filters)
  queryClient.removeQueries(filters)
  const mutations = queryClient.getMutationCache()
  // A mutation in flight would write its result into the next person's cache.
  for (const mutation of mutations.getAll()) mutation.setOptions({})
  mutations.clear()
}

/** Another tab has signed in: end this session, and let the guards verify who it is. */
async function switchPerson(): Promise<void> {
  await endSession('signOut')
  if (state.get() === 'signedOut') state.set('verifying')
}

onSignInEnded((next) => {
  if (state.get() === 'signedIn') void (next === undefined ? endSession('over') : switchPerson())
})

onOtherTab((message) => {
  if (message.type === 'signedOut') void endSession('signOut')
  if (message.type !== 'signedIn') return
  abortSignOut()
  if (state.get() !== 'verifying' && message.userId !== personNow()) void switchPerson()
})

// A page that comes back from the browser's cache has missed the messages of other tabs.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || state.get() !== 'signedIn') return
  const person = storedPerson()
  if (!person) void endSession('signOut')
  else if (personNow() !== null && person !== personNow()) void switchPerson()
})
