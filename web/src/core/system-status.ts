import type { Profile } from '@saathi/contract/accounts/entities'
import { getSystemStatus } from '@saathi/contract/accounts/entrance-calls'
import type { CallReply } from '@saathi/contract/core/call'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { send } from './api.ts'
import { connectionNow } from './connection.ts'
import { isProfile, profileQuery } from './profile.ts'
import { queryClient } from './query-client.ts'
import { sessionNow } from './session.ts'
import { createStore } from './store.ts'

const pollMs = 30_000

type MaintenanceNotice = NonNullable<CallReply<typeof getSystemStatus>['maintenance']>

/** Polls during maintenance, so that nobody has to reload. */
export const systemStatusQuery = queryOptions({
  queryKey: ['system', 'status'],
  queryFn: ({ signal }) => send(getSystemStatus, {}, { signal }),
  staleTime: 60_000,
  refetchInterval: (query) => (query.state.data?.underMaintenance ? pollMs : false),
})

/** Assumes no maintenance until the reply arrives, and does not re-render for the usual reply. */
export function useUnderMaintenance(): boolean {
  const { data } = useQuery({
    ...systemStatusQuery,
    placeholderData: { underMaintenance: false, google: null },
    select: ({ underMaintenance }) => underMaintenance,
  })
  return data ?? false
}

/** The team's message about the maintenance, while the product is closed. */
export const useMaintenanceNotice = (): MaintenanceNotice | null => useQuery(systemStatusQuery).data?.maintenance ?? null

const isMaintenanceError = (error: unknown): boolean => error instanceof ApiError && error.code === 'core.maintenance'

export const isClosedNow = (): boolean => queryClient.getQueryData(systemStatusQuery.queryKey)?.underMaintenance ?? false

/** A call was refused because of maintenance: the app is closed to this person and no further call is needed. */
const isRefused = createStore(false)

/** Called for a live event or a refused call. */
export function onMaintenance(underMaintenance: boolean, maintenance?: MaintenanceNotice): void {
  // A reply still in flight may be older than this.
  void queryClient.cancelQueries({ queryKey: systemStatusQuery.queryKey })
  // Refetch the profile: only the server knows who may keep working during maintenance.
  void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey, refetchType: 'none' })
  const known = queryClient.getQueryData(systemStatusQuery.queryKey)
  queryClient.setQueryData(
    systemStatusQuery.queryKey,
    { google: null, ...known, underMaintenance, maintenance },
    { updatedAt: known ? Date.now() : 0 },
  )
}

/** Null if the app is closed to this person. */
export async function readProfile(): Promise<Profile | null> {
  if (isClosedNow() && isRefused.get()) return null
  const cached = queryClient.getQueryState(profileQuery.queryKey)
  // Without a connection, use the cached profile: nobody should wait for a call that will fail.
  if (cached?.data && (!cached.isInvalidated || (connectionNow() !== 'online' && !isClosedNow()))) return cached.data
  try {
    return await queryClient.fetchQuery(profileQuery)
  } catch (error) {
    if (isClosedNow() || isMaintenanceError(error) || sessionNow() !== 'signedIn') return null
    // A stale copy is better than no page; the offline cache may have restored one.
    const stale = queryClient.getQueryData(profileQuery.queryKey)
    if (stale) return stale
    throw error
  }
}

type AccessStatus = Pick<Profile, 'status' | 'hasAgreedTerms'> | undefined

/** Notifies when maintenance starts or ends, and when the server changes what this person may see. */
export function onAccessChanged(listener: () => void): () => void {
  let wasClosed = isClosedNow()
  let before: AccessStatus = queryClient.getQueryData(profileQuery.queryKey)

  function checkAccess(): void {
    const now: AccessStatus = queryClient.getQueryData(profileQuery.queryKey)
    const isChanged = before && now && (before.status !== now.status || before.hasAgreedTerms !== now.hasAgreedTerms)
    before = now
    if (wasClosed === isClosedNow() && !isChanged) return
    wasClosed = isClosedNow()
    if (!wasClosed) isRefused.set(false)
    listener()
  }

  function handleError(error: unknown): void {
    if (!isMaintenanceError(error)) return
    isRefused.set(true)
    if (!isClosedNow()) onMaintenance(true)
  }

  const stopQueries = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'error') handleError(event.action.error)
    if (event.action.type === 'success' && isProfile(event.query)) isRefused.set(false)
    checkAccess()
  })
  const stopMutations = queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') handleError(event.action.error)
  })
  return () => {
    stopQueries()
    stopMutations()
  }
}
