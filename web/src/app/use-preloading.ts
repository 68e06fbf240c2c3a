import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDataLight } from '#core/data-light.ts'

/** Links read this option when they render. */
function setPreloading({ options }: AnyRouter, isLight: boolean): void {
  options.defaultPreload = isLight ? false : 'intent'
}

/** Preloads a link's page on hover or touch, unless less data should be used. */
export function usePreloading(): void {
  const router = useRouter()
  const isLight = useDataLight()
  // Set it before the first links render: an effect would run after them.
  useState(() => setPreloading(router, isLight))
  useEffect(() => setPreloading(router, isLight), [router, isLight])
}
