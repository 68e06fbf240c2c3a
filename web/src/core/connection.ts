import { useSyncExternalStore } from 'react'
import { createEvent, createStore } from './store.ts'

export type Connection = 'online' | 'offline' | 'unreachable'

const isServerReached = createStore(true)
const networkChanged = createEvent()

export const reportReachable = (): void => isServerReached.set(true)
export const reportUnreachable = (): void => isServerReached.set(false)

export function connectionNow(): Connection {
  if (!navigator.onLine) return 'offline'
  return isServerReached.get() ? 'online' : 'unreachable'
}

window.addEventListener('online', networkChanged.emit)
window.addEventListener('offline', networkChanged.emit)

export function onConnectionChanged(listener: () => void): () => void {
  const stops = [isServerReached.subscribe(listener), networkChanged.on(listener)]
  return () => stops.forEach((stop) => stop())
}

/** `offline`: reported by the browser. `unreachable`: the server did not answer the last call. */
export const useConnection = (): Connection => useSyncExternalStore(onConnectionChanged, connectionNow)
