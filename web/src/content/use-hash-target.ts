import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/**
 * Scrolls to the element in the address hash once the text has loaded. Does not scroll to an element that the reader has just
 * opened, whose id is in `own`.
 */
export function useHashTarget(isReady: boolean, own?: RefObject<string | null>): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (!isReady || !hash || hash === own?.current) return
    const target = document.getElementById(hash)
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [isReady, hash, own])
}
