import { useState } from 'react'
import { serverNow } from '#core/server-time.ts'
import { rememberConsent } from './call-memory.ts'
import { useGiveConsent } from './queries.ts'

/** Whether one lets this call be recorded; can be said anew at any time while it goes on. */
export function useConsent(roomId: string, answered: boolean) {
  const [isGiven, setGiven] = useState(answered)
  const { mutateAsync, isPending } = useGiveConsent(roomId)

  /** False where it did not get through, and so nothing has changed. */
  async function give(consent: boolean, forget?: true): Promise<boolean> {
    try {
      await mutateAsync({ consent, ...(forget && { forget }) })
    } catch {
      return false
    }
    setGiven(consent)
    rememberConsent(roomId, consent, serverNow())
    return true
  }

  return { isGiven, isPending, give }
}

export type Consent = ReturnType<typeof useConsent>
