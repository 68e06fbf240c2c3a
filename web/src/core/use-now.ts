import { MINUTE_MS } from '@saathi/contract/core/time'
import { useSyncExternalStore } from 'react'
import { serverNow } from './server-time.ts'

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS / 2)
  return () => clearInterval(timer)
}

/** The server's time to the minute, so that a page left open over midnight updates its dates. */
export function useNow(): Date {
  const minute = useSyncExternalStore(subscribe, () => Math.floor(serverNow() / MINUTE_MS))
  return new Date(minute * MINUTE_MS)
}
