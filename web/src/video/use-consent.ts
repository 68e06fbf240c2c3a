import { useState } from 'react'
import { serverNow } from '#core/server-time.ts'
import { storeConsent } from './stored-call.ts'
import { useGiveConsent } from './queries.ts'

/** The person's consent to the recording; can be changed at any time during the call. */
export function useConsent(roomId: string, answered: boolean) {
  const [isGiven, setGiven] = useState(answered)
  const { mutateAsync, isPending } = useGiveConsent(roomId)

  /** False if the request failed and nothing changed. */
  async function give(consent: boolean, forget?: true): Promise<boolean> {
    try {
      await mutateAsync({ consent, ...(forget && { forget }) })
    } catch {
      return false
    }
    setGiven(consent)
    storeConsent(roomId, consent, serverNow())
    return true
  }

  return { isGiven, isPending, give }
}

export type Consent = ReturnType<typeof useConsent>
