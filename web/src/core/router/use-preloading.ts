import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDataLight } from '../data-light.ts'

/** Links look here when they are drawn. */
function setPreloading({ options }: AnyRouter, isLight: boolean): void {
  options.defaultPreload = isLight ? false : 'intent'
}

/** What lies behind a link on which a pointer or a finger rests is fetched before it is wanted, unless every byte is paid for. */
export function usePreloading(): void {
  const router = useRouter()
  const isLight = useDataLight()
  // Also before the first links of the page are drawn: an effect would come after them.
  useState(() => setPreloading(router, isLight))
  useEffect(() => setPreloading(router, isLight), [router, isLight])
}
