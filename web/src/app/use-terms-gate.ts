import { type ComponentType, useEffect, useState } from 'react'
import { shellSlots } from './shell-slots.ts'

/** Unlike the other slots it must not be missing: a failed script must not let anyone skip the terms. */
export function useTermsGate(isNeeded: boolean) {
  const [Gate, setGate] = useState<ComponentType<{ asks: boolean }> | null>(null)
  const [tries, setTries] = useState(1)
  const [failures, setFailures] = useState(0)

  useEffect(() => {
    if (!isNeeded) return
    shellSlots.termsGate().then(
      (part) => setGate(() => part),
      () => setFailures(tries),
    )
  }, [isNeeded, tries])

  return {
    Gate,
    hasFailed: failures > 0 && !Gate,
    isLoading: tries > failures,
    tryAgain: () => setTries(failures + 1),
  }
}
