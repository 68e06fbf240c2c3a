import { useSyncExternalStore } from 'react'

/** A hook that says whether the screen fits a media query, and follows it. */
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
