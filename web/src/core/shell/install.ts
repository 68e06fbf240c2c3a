import { useSyncExternalStore } from 'react'

type InstallPromptEvent = Event & { prompt: () => Promise<unknown> }

declare global {
  /** Set by the inline script in index.html, which runs before all others. */
  var saathiInstall: Event | undefined
}

/** `ask`: the browser can show its install prompt. `byHand`: the person must install it themselves. */
export type InstallMethod = 'ask' | 'byHand' | null

const listeners = new Set<() => void>()

function setInstallEvent(event: Event | undefined): void {
  globalThis.saathiInstall = event
  for (const listener of listeners) listener()
}

window.addEventListener('beforeinstallprompt', (event) => {
  // Otherwise the browser would prompt immediately, over whatever the person is doing.
  event.preventDefault()
  setInstallEvent(event)
})
window.addEventListener('appinstalled', () => setInstallEvent(undefined))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isInstallPrompt = (event: Event | undefined): event is InstallPromptEvent =>
  event !== undefined && 'prompt' in event && typeof event.prompt === 'function'

/** An iPad reports itself as a Mac, but no Mac has a touch screen. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

export function installMethodNow(): InstallMethod {
  if (matchMedia('(display-mode: standalone)').matches) return null
  if (isInstallPrompt(globalThis.saathiInstall)) return 'ask'
  return isApplePhone() ? 'byHand' : null
}

export const useInstallMethod = (): InstallMethod => useSyncExternalStore(subscribe, installMethodNow)

/** The event can be used once. If the person declines, the browser decides when to offer again. */
export async function promptInstall(): Promise<void> {
  const event = globalThis.saathiInstall
  setInstallEvent(undefined)
  if (isInstallPrompt(event)) await event.prompt().catch(() => null)
}
