import { type ComponentType, useEffect, useState } from 'react'
import { shellSlots } from './shell-slots.ts'

/** Unlike what else stands beside the pages, it must not be missing: nobody passes by the terms because a script was lost. */
export function useTermsGate(isAsked: boolean) {
  const [Gate, setGate] = useState<ComponentType<{ asks: boolean }> | null>(null)
  const [tries, setTries] = useState(1)
  const [failures, setFailures] = useState(0)

  useEffect(() => {
    if (!isAsked) return
    shellSlots.termsGate().then(
      (part) => setGate(() => part),
      () => setFailures(tries),
    )
  }, [isAsked, tries])

  return {
    Gate,
    hasFailed: failures > 0 && !Gate,
    isLoading: tries > failures,
    tryAgain: () => setTries(failures + 1),
  }
}
