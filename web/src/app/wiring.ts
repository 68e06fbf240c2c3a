import { connectionNow, onConnectionChanged } from '#core/connection.ts'
import { onAccessChanged, systemStatusQuery } from '#core/system-status.ts'
import { queryClient } from '#core/query-client.ts'
import { type Report, startErrorReporting } from '#core/errors/report-error.ts'
import { retrySignOut } from '#core/revocation.ts'
import { consoleId, insideId, type AppRouter } from './router.tsx'
import { dropSecondPresses, markPageShown } from '#core/second-press.ts'
import { createStore } from '#core/store.ts'
import { onSessionChanged, onSessionEnded, onSessionRestoring, sessionNow } from '#core/session.ts'

const probeAfterMs = 5_000

/** Connects the session to the router and to the live socket. Returns a function that disconnects them. */
export function wire(router: AppRouter): () => void {
  onSessionEnded(async (reason) => {
    const isInside = router.state.matches.some(({ routeId }) => routeId.includes(insideId) || routeId.includes(consoleId))
    if (!isInside) return
    // After a sign-out by choice, do not keep this page as a redirect target for the next person.
    if (reason === 'signOut') await router.navigate({ href: '/signin', replace: true })
    else await router.invalidate()
  })
  onSessionRestoring(restoreFromCache)
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
  const stopReporting = startErrorReporting(() => router.state.matches.at(-1)?.fullPath ?? '/', sendErrorReports)
  syncLive()
  return () => {
    void live.get()?.then(({ closeLive }) => closeLive())
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

async function restoreFromCache(person: number, renewing: Promise<unknown>): Promise<void> {
  const screens = await import('./screens.ts').catch(() => null)
  // Load the layout while the token is being renewed.
  screens?.insideLayout().catch(() => null)
  const offline = await screens?.offline().catch(() => null)
  await (offline ? offline.restoreSession(person, renewing) : renewing)
}

/** Loaded with the first error: most visits have none. */
async function sendErrorReports(reports: readonly Report[]): Promise<void> {
  const { sendReports } = await import('#core/errors/send-reports.ts')
  await sendReports(reports)
}

/** After a page change, screen readers start at the main content, unless the page has set the focus itself. */
function focusMain(): void {
  const main = document.querySelector('main')
  // A dialog keeps the focus when the page under it changes.
  if (document.querySelector('[aria-modal="true"]')) return
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
}

const live = createStore<Promise<typeof import('#core/live.ts')> | null>(null)

/** Loaded only after sign-in: the sign-in page does not need it. */
function syncLive(): void {
  if (sessionNow() === 'signedIn') live.set(live.get() ?? import('#core/live.ts'))
  void live.get()?.then(({ connectLive, closeLive }) => (sessionNow() === 'signedIn' ? connectLive() : closeLive()))
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
