import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { TextKey } from '@saathi/contract/texts'
import { useText } from '#core/i18n/texts.tsx'
import { systemStatusQuery } from '#core/system-status.ts'
import { Note } from '#core/ui/note.tsx'
import { askGoogle, PopupError } from './google-popup.ts'
import { openGoogleWindow } from './google-window.ts'
import { confirmErrorText } from './profile-confirm-error.ts'
import type { IdentityProof } from './profile-queries.ts'

type Props = { formId: string; error: Error | null; onProof: (proof: IdentityProof) => void }
type Standing = 'idle' | 'waiting' | TextKey

const ends = {
  cancelled: 'profile.confirm.closed',
  late: 'google.late',
  failed: 'profile.confirm.otherGoogle',
  dropped: 'idle',
} as const

/** The same window as for signing in; what comes out of it goes to another call. */
export function ProfileConfirmGoogle({ formId, error, onProof }: Props) {
  const t = useText()
  const { data } = useQuery(systemStatusQuery)
  const [standing, setStanding] = useState<Standing>('idle')
  const attempt = useRef<AbortController>(null)
  useEffect(() => () => attempt.current?.abort(), [])

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!data?.google) return setStanding('profile.confirm.noGoogle')
    attempt.current?.abort()
    const { signal } = (attempt.current = new AbortController())
    const popup = openGoogleWindow()
    if (!popup) return setStanding('google.blocked')
    setStanding('waiting')
    try {
      const onClosed = () => setStanding('profile.confirm.closed')
      onProof(await askGoogle(popup, data.google, { signal, onClosed }))
      setStanding('idle')
    } catch (failure) {
      // A later try has taken its place and says how it stands.
      if (!signal.aborted) setStanding(failure instanceof PopupError ? ends[failure.end] : 'profile.confirm.otherGoogle')
    }
  }

  const fault = standing === 'idle' ? error && confirmErrorText(error) : standing === 'waiting' ? null : standing
  return (
    <form id={formId} onSubmit={(event) => void handleSubmit(event)}>
      <p role="status">{standing === 'waiting' && t('google.busy')}</p>
      {fault && (
        <Note tone="bad" live="alert">
          {t(fault)}
        </Note>
      )}
    </form>
  )
}
