import { connectionNow, onConnectionChanged } from './connection.ts'
import { onAccessChanged } from './maintenance.ts'
import { queryClient } from './query-client.ts'
import { startErrorReporting } from './report-error.ts'
import { retrySignOut } from './revocation.ts'
import { insideId, type AppRouter } from './router/router.tsx'
import { dropSecondPresses, markPageShown } from './second-press.ts'
import { onSessionChanged, onSessionEnded, sessionNow } from './session.ts'
import { systemStatusQuery } from './system-status.ts'

const probeAfterMs = 5_000

/** Connects the session to the router and to the live socket. Returns a function that disconnects them. */
export function wire(router: AppRouter): () => void {
  onSessionEnded(async (reason) => {
    const isInside = router.state.matches.some(({ routeId }) => routeId.includes(insideId))
    if (!isInside) return
    // After a sign-out by choice, do not keep this page as a redirect target for the next person.
    if (reason === 'signOut') await router.navigate({ href: '/signin', replace: true })
    else await router.invalidate()
  })
  const stopSession = onSessionChanged(() => {
    // Another tab has signed in: let the guards decide where this one belongs.
    if (sessionNow() === 'verifying') void router.invalidate()
    syncLive()
  })
  window.addEventListener('online', retrySignOut)
  retrySignOut()
  const stopAccess = onAccessChanged(() => void router.invalidate())
  const stopConnection = watchConnection()
  const stopFocusing = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) focusMain()
  })
  const stopMarking = router.subscribe('onRendered', ({ pathChanged }) => pathChanged && markPageShown())
  const stopDropping = dropSecondPresses()
  const stopReporting = startErrorReporting(() => router.state.matches.at(-1)?.fullPath ?? '/')
  syncLive()
  return () => {
    void live?.then(({ closeLive }) => closeLive())
    stopSession()
    window.removeEventListener('online', retrySignOut)
    stopAccess()
    stopConnection()
    stopFocusing()
    stopMarking()
    stopDropping()
    stopReporting()
  }
}

/** After a page change, screen readers start at the main content, unless the page has set the focus itself. */
function focusMain(): void {
  const main = document.querySelector('main')
  // A dialog keeps the focus when the page under it changes.
  if (document.querySelector('[aria-modal="true"]')) return
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
}

let live: Promise<typeof import('./live.ts')> | null = null

/** Loaded only after sign-in: the sign-in page does not need it. */
function syncLive(): void {
  if (sessionNow() === 'signedIn') live ??= import('./live.ts')
  void live?.then(({ connectLive, closeLive }) => (sessionNow() === 'signedIn' ? connectLive() : closeLive()))
}

/** Probes an unreachable server and refetches failed queries when it is back. */
function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasDown = false
  const stop = onConnectionChanged(() => {
    clearTimeout(timer)
    if (connectionNow() === 'online') {
      if (wasDown) void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      wasDown = false
      return
    }
    wasDown = true
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
