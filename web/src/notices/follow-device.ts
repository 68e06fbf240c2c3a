import { isBusyPage } from '#core/busy-pages.ts'
import { onSessionChanged, sessionNow } from '#core/session.ts'
import { personNow } from '#core/token.ts'
import { hasUnsavedChanges } from '#core/unsaved.ts'
import { OPEN_MESSAGE } from '#core/worker/push.ts'
import { isOthers, isSupported, unsubscribe } from './device.ts'
import { keepRegistered } from './device-queries.ts'

let isFollowing = false

/** From the first wish on, until the page is closed: what is pressed on the device opens here, and a sign-out ends it all. */
export function followDevice(open: (href: string) => void): void {
  if (isFollowing || !isSupported()) return
  isFollowing = true
  // Who was here: by the time a sign-out is heard of, the page knows nobody any more.
  let personId = personNow()
  void keepRegistered()
  onSessionChanged(() => {
    if (sessionNow() === 'signedOut' && !isOthers(personId)) void unsubscribe().catch(() => null)
    if (sessionNow() !== 'signedIn') return
    personId = personNow()
    void keepRegistered()
  })
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const link = readLink(data)
    // Whoever has signed out meanwhile is led in by a new page, which asks who they are.
    if (link === null || sessionNow() !== 'signedIn') return
    const isHere = link === `${location.pathname}${location.search}`
    // Nobody is taken out of a call, a quiz or what they have typed: without an answer a new page is opened.
    if (!isHere && (isBusyPage(location.pathname) || hasUnsavedChanges())) return
    ports[0]?.postMessage('opened')
    if (!isHere) open(link)
  })
}

const readLink = (data: unknown): string | null => {
  const isOurs = typeof data === 'object' && data !== null && 'type' in data && data.type === OPEN_MESSAGE
  return isOurs && 'link' in data && typeof data.link === 'string' ? data.link : null
}
