import { useSyncExternalStore } from 'react'

export type Connection = 'online' | 'offline' | 'unreachable'

let isServerReached = true
const listeners = new Set<() => void>()

function notifyAll(): void {
  for (const listener of listeners) listener()
}

function setServerReached(next: boolean): void {
  if (isServerReached === next) return
  isServerReached = next
  notifyAll()
}

export const reportReachable = (): void => setServerReached(true)
export const reportUnreachable = (): void => setServerReached(false)

export function connectionNow(): Connection {
  if (!navigator.onLine) return 'offline'
  return isServerReached ? 'online' : 'unreachable'
}

window.addEventListener('online', notifyAll)
window.addEventListener('offline', notifyAll)

export function onConnectionChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `offline`: reported by the browser. `unreachable`: the server did not answer the last call. */
export const useConnection = (): Connection => useSyncExternalStore(onConnectionChanged, connectionNow)
