import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the page is visible, not behind another tab or window. */
export const useIsPageVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
