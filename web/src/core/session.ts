import { signIn as signInCall } from '@saathi/contract/accounts/entrance-calls'
import { useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'
import { send } from './api.ts'
import { profileQuery } from './profile.ts'
import { queryClient } from './query-client.ts'
import { onSignInOver, renewToken } from './renewal.ts'
import { forgetSignOut, revokeSignIn, stopSignOut } from './revocation.ts'
import { clearPersonalData, readStored, writeStored } from './storage.ts'
import { onOtherTab, tellOtherTabs } from './tabs.ts'
import { dropToken, keepToken, personNow, type SignedIn } from './token.ts'

export type SessionState = 'verifying' | 'signedOut' | 'signedIn'
/** `over`: the server ended it, and the person may want to come back to where they were. */
export type EndReason = 'signOut' | 'over'
type EndHandler = (reason: EndReason) => Promise<void> | void

/** What is the same for everyone stays in the cache when the person changes. */
const sharedQueries = new Set<unknown>(['texts', 'system'])

const hintKey = 'saathi.signedIn'
// The refresh cookie cannot be read from here; without this hint every visitor's first page would ask in vain. It names
// the person whose things lie in this browser, for the tabs that someone else was in.
const hinted = () => Number(readStored(hintKey))

let state: SessionState = readStored(hintKey) ? 'verifying' : 'signedOut'
let verifying: Promise<SessionState> | null = null
let handleEnd: EndHandler = () => {}
const listeners = new Set<() => void>()

function setState(next: SessionState): void {
  if (state === next) return
  state = next
  for (const tell of listeners) tell()
}

export const sessionNow = (): SessionState => state

export function onSessionChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): SessionState => useSyncExternalStore(onSessionChanged, sessionNow)

/** The router leads to the sign-in page here, before the cache it was showing is emptied. */
export function onSessionEnded(handler: EndHandler): void {
  handleEnd = handler
}

/**
 * Settles who is here. Where the server cannot be reached it is whoever was, if their pages were kept on this device; else it
 * rejects: then nobody knows, and the caller shows a retry.
 */
export function verifySession(): Promise<SessionState> {
  if (state !== 'verifying') return Promise.resolve(state)
  verifying ??= verify().finally(() => {
    verifying = null
  })
  return verifying
}

async function verify(): Promise<SessionState> {
  try {
    const renewing = renewToken()
    // Heard further down, but perhaps not before it has failed.
    renewing.catch(() => null)
    await import('./router/screens.ts').then(
      ({ comeBack }) => comeBack(hinted(), renewing),
      () => renewing,
    )
    // Another tab may have signed out while this one was asking.
    if (state === 'signedOut') dropToken()
    else {
      writeStored(hintKey, String(personNow()))
      setState('signedIn')
    }
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'accounts.session_over')) throw error
    clearPersonalData('browser', true)
    setState('signedOut')
  }
  return state
}

export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await enterWith(await send(signInCall, { body: credentials }))
}

/** From here on this browser is signed in, by whatever door the token came. */
export async function enterWith(signedIn: SignedIn): Promise<void> {
  const { userId } = signedIn
  forgetSignOut()
  // What an earlier person left in memory or in the browser must not be there for the next.
  if ((personNow() ?? hinted()) !== userId) await endSession('signOut')
  if (hinted() && hinted() !== userId) clearPersonalData()
  dropPersonalQueries()
  keepToken(signedIn)
  writeStored(hintKey, String(userId))
  tellOtherTabs({ type: 'signedIn', userId })
  // The server has let them in; a profile that cannot be read yet is asked for again by the page that needs it.
  await queryClient.prefetchQuery(profileQuery)
  setState('signedIn')
}

export async function signOut(): Promise<void> {
  // Whoever asks to leave, leaves: an unreachable server must not keep a shared phone signed in.
  const revoked = revokeSignIn()
  tellOtherTabs({ type: 'signedOut' })
  // Before the server's own word that the sign-in is over, which would remember this page for the next person.
  await endSession('signOut')
  await revoked
}

let isLeaving = false

/** For a sign-out that the server must agree to first; its word that this sign-in is over may come before its reply. */
export async function signOutAfter(revoke: () => Promise<unknown>): Promise<void> {
  isLeaving = true
  try {
    await revoke()
  } finally {
    isLeaving = false
  }
  tellOtherTabs({ type: 'signedOut' })
  await endSession('signOut')
}

export async function endSession(reason: EndReason): Promise<void> {
  if (state === 'signedOut') return
  // Where another tab has let someone else in, what lies there for all tabs is theirs.
  const isTheirs = personNow() !== null && hinted() && hinted() !== personNow()
  const why = isLeaving ? 'signOut' : reason
  // What waits to be sent goes when they are back.
  clearPersonalData(isTheirs ? 'tab' : 'browser', why === 'over')
  dropToken()
  setState('signedOut')
  try {
    await handleEnd(why)
  } finally {
    dropPersonalQueries()
  }
}

function dropPersonalQueries(): void {
  const filters = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !sharedQueries.has(queryKey[0]) }
  void queryClient.cancelQueries(filters)
  queryClient.removeQueries(filters)
  const mutations = queryClient.getMutationCache()
  // One that is still on its way would write its outcome into the cache of the next person.
  for (const mutation of mutations.getAll()) mutation.setOptions({})
  mutations.clear()
}

/** Another tab has let someone in: whoever else was here leaves, and the guards ask anew who it is. */
async function handOver(): Promise<void> {
  await endSession('signOut')
  if (state === 'signedOut') setState('verifying')
}

onSignInOver((next) => {
  if (state === 'signedIn') void (next === undefined ? endSession('over') : handOver())
})

onOtherTab((message) => {
  if (message.type === 'signedOut') void endSession('signOut')
  if (message.type !== 'signedIn') return
  stopSignOut()
  if (state !== 'verifying' && message.userId !== personNow()) void handOver()
})
