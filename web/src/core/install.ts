import { useSyncExternalStore } from 'react'

type InstallOffer = Event & { prompt: () => Promise<unknown> }

declare global {
  /** Kept by the page's own small script, which is there before all others. */
  var saathiInstall: Event | undefined
}

/** `ask`: the browser asks by itself. `byHand`: it can be done, and only the person can do it. */
export type InstallWay = 'ask' | 'byHand' | null

const listeners = new Set<() => void>()

function setOffer(offer: Event | undefined): void {
  globalThis.saathiInstall = offer
  for (const tell of listeners) tell()
}

window.addEventListener('beforeinstallprompt', (event) => {
  // The browser would ask at once, and over whatever the person is about to do.
  event.preventDefault()
  setOffer(event)
})
window.addEventListener('appinstalled', () => setOffer(undefined))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isOffer = (event: Event | undefined): event is InstallOffer =>
  event !== undefined && 'prompt' in event && typeof event.prompt === 'function'

/** An iPad calls itself a Mac, but no Mac has a screen to touch. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

export function installWayNow(): InstallWay {
  if (matchMedia('(display-mode: standalone)').matches) return null
  if (isOffer(globalThis.saathiInstall)) return 'ask'
  return isApplePhone() ? 'byHand' : null
}

export const useInstallWay = (): InstallWay => useSyncExternalStore(subscribe, installWayNow)

/** An offer is good for one question; whoever says no is offered again when the browser thinks so. */
export async function askToInstall(): Promise<void> {
  const offer = globalThis.saathiInstall
  setOffer(undefined)
  if (isOffer(offer)) await offer.prompt().catch(() => null)
}
