import { useSyncExternalStore } from 'react'

/** Creates a hook that tells whether a media query matches, and updates. */
export function mediaQuery(query: string): () => boolean {
  const list = window.matchMedia(query)
  function subscribe(listener: () => void): () => void {
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  return function useMediaQuery() {
    return useSyncExternalStore(subscribe, () => list.matches)
  }
}

export const useIsPhone = mediaQuery('(max-width: 599px)')
