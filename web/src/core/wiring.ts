import { connectionNow, onConnectionChanged } from './connection.ts'
import { onStandingChanged } from './maintenance.ts'
import { queryClient } from './query-client.ts'
import { followErrors } from './report-error.ts'
import { finishSignOut } from './revocation.ts'
import { insideId, type AppRouter } from './router/router.tsx'
import { dropSecondPresses, markPageShown } from './second-press.ts'
import { onSessionChanged, onSessionEnded, sessionNow } from './session.ts'
import { systemStatusQuery } from './system-status.ts'

const probeAfterMs = 5_000

/** Ties who is signed in to where the router is, and to the live line. The returned function unties them. */
export function wire(router: AppRouter): () => void {
  onSessionEnded(async (reason) => {
    const isInside = router.state.matches.some(({ routeId }) => routeId.includes(insideId))
    if (!isInside) return
    // Whoever leaves by themselves leaves nothing behind for the next person to be led to.
    if (reason === 'signOut') await router.navigate({ href: '/signin', replace: true })
    else await router.invalidate()
  })
  const stopFollowing = onSessionChanged(() => {
    // Another tab has signed in: the guards decide anew where this one belongs.
    if (sessionNow() === 'verifying') void router.invalidate()
    followLive()
  })
  window.addEventListener('online', finishSignOut)
  finishSignOut()
  const stopMinding = onStandingChanged(() => void router.invalidate())
  const stopWatching = watchConnection()
  const stopFocusing = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) focusMain()
  })
  const stopMarking = router.subscribe('onRendered', ({ pathChanged }) => pathChanged && markPageShown())
  const stopDropping = dropSecondPresses()
  const stopReporting = followErrors(() => router.state.matches.at(-1)?.fullPath ?? '/')
  followLive()
  return () => {
    void live?.then(({ closeLive }) => closeLive())
    stopFollowing()
    window.removeEventListener('online', finishSignOut)
    stopMinding()
    stopWatching()
    stopFocusing()
    stopMarking()
    stopDropping()
    stopReporting()
  }
}

/** After a page change those who hear the page start at its beginning, unless it has put them somewhere itself. */
function focusMain(): void {
  const main = document.querySelector('main')
  // A dialog over the page keeps the focus when the page under it changes.
  if (document.querySelector('[aria-modal="true"]')) return
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
}

let live: Promise<typeof import('./live.ts')> | null = null

/** Fetched only once someone is in: the sign-in page has no use for it. */
function followLive(): void {
  if (sessionNow() === 'signedIn') live ??= import('./live.ts')
  void live?.then(({ connectLive, closeLive }) => (sessionNow() === 'signedIn' ? connectLive() : closeLive()))
}

/** A server that was away is asked again by ourselves, and the page is then read anew. */
function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasAway = false
  const stop = onConnectionChanged(() => {
    clearTimeout(timer)
    if (connectionNow() === 'online') {
      if (wasAway) void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      wasAway = false
      return
    }
    wasAway = true
    timer = setTimeout(probe, probeAfterMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
  function probe() {
    if (connectionNow() !== 'unreachable') return
    void queryClient.fetchQuery({ ...systemStatusQuery, staleTime: 0 }).catch(() => {
      timer = setTimeout(probe, probeAfterMs * (1 + Math.random()))
    })
  }
}
