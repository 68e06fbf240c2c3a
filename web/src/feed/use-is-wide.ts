import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 1200px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** There is room for the filter beside the posts. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
