import { useSyncExternalStore } from 'react'

const phone = window.matchMedia('(max-width: 599px)')

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)
