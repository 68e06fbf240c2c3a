import { isBusyPage } from '#core/shell/busy-pages.ts'
import { onSessionChanged, sessionNow } from '#core/session.ts'
import { createStore } from '#core/store.ts'
import { personNow } from '#core/network/token.ts'
import { hasUnsavedChanges } from '#core/unsaved.ts'
import { OPEN_MESSAGE } from '#core/worker/push.ts'
import { isSomebodyElses, isSupported, unsubscribe, registerAgain } from './device-queries.ts'

const stopFollowing = createStore<(() => void) | null>(null)

/**
 * Opens links pressed in notifications here, and unsubscribes on sign-out. Runs until the page is closed: a second call changes
 * nothing. Returns a function that stops it.
 */
export function followDevice(open: (href: string) => void): () => void {
  const running = stopFollowing.get()
  if (running || !isSupported()) return running ?? (() => {})
  // Remember the person: after a sign-out the session no longer knows them.
  let personId = personNow()
  void registerAgain()
  const stopSession = onSessionChanged(() => {
    if (sessionNow() === 'signedOut' && !isSomebodyElses(personId)) void unsubscribe().catch(() => null)
    if (sessionNow() !== 'signedIn') return
    personId = personNow()
    void registerAgain()
  })
  const onMessage = ({ data, ports }: MessageEvent<unknown>) => {
    const link = readLink(data)
    // After a sign-out this page does not reply, so that the worker opens a new one, which asks the person to sign in.
    if (link === null || sessionNow() !== 'signedIn') return
    const isHere = link === `${location.pathname}${location.search}`
    // Never navigate away from a call, a quiz or unsaved changes: without a reply the worker opens a new page.
    if (!isHere && (isBusyPage(location.pathname) || hasUnsavedChanges())) return
    ports[0]?.postMessage('opened')
    if (!isHere) open(link)
  }
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', onMessage)
  const stop = () => {
    stopSession()
    serviceWorker.removeEventListener('message', onMessage)
    stopFollowing.reset()
  }
  stopFollowing.set(stop)
  return stop
}

const readLink = (data: unknown): string | null => {
  const isOurs = typeof data === 'object' && data !== null && 'type' in data && data.type === OPEN_MESSAGE
  return isOurs && 'link' in data && typeof data.link === 'string' ? data.link : null
}
