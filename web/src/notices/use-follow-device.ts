import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Loaded only where notices are allowed: nobody else needs it. */
export function useFollowDevice(isAllowed: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!isAllowed) return
    import('./follow-device.ts').then(
      ({ followDevice }) => followDevice((href) => void router.navigate({ href })),
      () => null,
    )
  }, [isAllowed, router])
}
