import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/**
 * The address may name a part of a text that is still on its way: whoever followed it is brought there when it is here.
 * Nobody is moved to what they have opened themselves, which `own` names.
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
