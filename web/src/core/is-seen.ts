import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Not behind another tab or window. */
export const useIsSeen = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
