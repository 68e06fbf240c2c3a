import { useSyncExternalStore } from 'react'

/** Above 800 px, and not at 800: a narrower screen has no room for a picture behind the questions, nor should it fetch one. */
const wide = window.matchMedia('not all and (max-width: 800px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
