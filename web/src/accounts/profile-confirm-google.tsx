import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { TextKey } from '@saathi/contract/texts'
import { useText } from '#core/i18n/texts.tsx'
import { systemStatusQuery } from '#core/system-status.ts'
import { Note } from '#core/ui/note.tsx'
import { requestGoogleToken, PopupError } from './google-popup.ts'
import { openGoogleWindow } from './google-window.ts'
import { confirmErrorText } from './profile-confirm-error.ts'
import type { IdentityProof } from './profile-queries.ts'

type Props = { formId: string; error: Error | null; onProof: (proof: IdentityProof) => void }
type AttemptStatus = 'idle' | 'waiting' | TextKey

const ends = {
  cancelled: 'profile.confirm.closed',
  late: 'google.late',
  failed: 'profile.confirm.otherGoogle',
  dropped: 'idle',
} as const

/** Uses the same popup as signing in, but sends the token to another call. */
export function ProfileConfirmGoogle({ formId, error, onProof }: Props) {
  const t = useText()
  const { data } = useQuery(systemStatusQuery)
  const [status, setStatus] = useState<AttemptStatus>('idle')
  const attempt = useRef<AbortController>(null)
  useEffect(() => () => attempt.current?.abort(), [])

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!data?.google) return setStatus('profile.confirm.noGoogle')
    attempt.current?.abort()
    const { signal } = (attempt.current = new AbortController())
    const popup = openGoogleWindow()
    if (!popup) return setStatus('google.blocked')
    setStatus('waiting')
    try {
      const onClosed = () => setStatus('profile.confirm.closed')
      onProof(await requestGoogleToken(popup, data.google, { signal, onClosed }))
      setStatus('idle')
    } catch (failure) {
      // If aborted, a newer attempt shows its own status.
      if (!signal.aborted) setStatus(failure instanceof PopupError ? ends[failure.end] : 'profile.confirm.otherGoogle')
    }
  }

  const fault = status === 'idle' ? error && confirmErrorText(error) : status === 'waiting' ? null : status
  return (
    <form id={formId} onSubmit={(event) => void handleSubmit(event)}>
      <p role="status">{status === 'waiting' && t('google.busy')}</p>
      {fault && (
        <Note tone="bad" live="alert">
          {t(fault)}
        </Note>
      )}
    </form>
  )
}
