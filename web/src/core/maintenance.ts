import type { Profile } from '@saathi/contract/accounts/entities'
import { ApiError } from './api-error.ts'
import { connectionNow } from './connection.ts'
import { isProfile, profileQuery } from './profile.ts'
import { queryClient } from './query-client.ts'
import { sessionNow } from './session.ts'
import { systemStatusQuery } from './system-status.ts'

const isClosedError = (error: unknown): boolean => error instanceof ApiError && error.code === 'core.maintenance'

export const isClosedNow = (): boolean => queryClient.getQueryData(systemStatusQuery.queryKey)?.underMaintenance ?? false

/** A call was refused because the product is closed: so it is to this person, and nothing more need be asked. */
let isRefused = false

/** The server's word, over the live line or by a refused call. */
export function onMaintenance(underMaintenance: boolean): void {
  // An answer that is still on its way may be older than this.
  void queryClient.cancelQueries({ queryKey: systemStatusQuery.queryKey })
  // Only the server knows who may go on working, so the copy of the profile no longer proves anything.
  void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey, refetchType: 'none' })
  const known = queryClient.getQueryData(systemStatusQuery.queryKey)
  queryClient.setQueryData(
    systemStatusQuery.queryKey,
    { google: null, ...known, underMaintenance },
    { updatedAt: known ? Date.now() : 0 },
  )
}

/** Null when the product is closed to this person. */
export async function readProfile(): Promise<Profile | null> {
  if (isClosedNow() && isRefused) return null
  const held = queryClient.getQueryState(profileQuery.queryKey)
  // Nothing newer can be had without a connection: nobody waits at each step for a call that fails.
  if (held?.data && (!held.isInvalidated || (connectionNow() !== 'online' && !isClosedNow()))) return held.data
  try {
    return await queryClient.fetchQuery(profileQuery)
  } catch (error) {
    if (isClosedNow() || isClosedError(error) || sessionNow() !== 'signedIn') return null
    // An older copy serves better than no page; where there was none it may have been kept on this device.
    const older = queryClient.getQueryData(profileQuery.queryKey)
    if (older) return older
    throw error
  }
}

type Standing = Pick<Profile, 'status' | 'hasAgreedTerms'> | undefined

/** Tells when the product closes or opens again, and when the server changes what this person may see. */
export function onStandingChanged(listener: () => void): () => void {
  let wasClosed = isClosedNow()
  let before: Standing = queryClient.getQueryData(profileQuery.queryKey)

  function look(): void {
    const now: Standing = queryClient.getQueryData(profileQuery.queryKey)
    const isChanged = before && now && (before.status !== now.status || before.hasAgreedTerms !== now.hasAgreedTerms)
    before = now
    if (wasClosed === isClosedNow() && !isChanged) return
    wasClosed = isClosedNow()
    if (!wasClosed) isRefused = false
    listener()
  }

  function hear(error: unknown): void {
    if (!isClosedError(error)) return
    isRefused = true
    if (!isClosedNow()) onMaintenance(true)
  }

  const stopQueries = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'error') hear(event.action.error)
    if (event.action.type === 'success' && isProfile(event.query)) isRefused = false
    look()
  })
  const stopMutations = queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error)
  })
  return () => {
    stopQueries()
    stopMutations()
  }
}
