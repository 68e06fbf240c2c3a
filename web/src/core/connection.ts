import { useSyncExternalStore } from 'react'

export type Connection = 'online' | 'offline' | 'unreachable'

let isServerReached = true
const listeners = new Set<() => void>()

function tellAll(): void {
  for (const tell of listeners) tell()
}

function setServerReached(next: boolean): void {
  if (isServerReached === next) return
  isServerReached = next
  tellAll()
}

export const reportReached = (): void => setServerReached(true)
export const reportUnreachable = (): void => setServerReached(false)

export function connectionNow(): Connection {
  if (!navigator.onLine) return 'offline'
  return isServerReached ? 'online' : 'unreachable'
}

window.addEventListener('online', tellAll)
window.addEventListener('offline', tellAll)

export function onConnectionChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Offline is what the browser says; unreachable is a server that did not answer the last call. */
export const useConnection = (): Connection => useSyncExternalStore(onConnectionChanged, connectionNow)
