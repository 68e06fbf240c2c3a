import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Fetched only where somebody has let notices come: nobody else needs it. */
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
