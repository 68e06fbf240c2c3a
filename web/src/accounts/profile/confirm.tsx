import type { Profile } from '@saathi/contract/accounts/entities'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { useId, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { systemStatusQuery } from '#core/system-status.ts'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { PasswordInput } from '#core/ui/form/password-input.tsx'
import { Note } from '#core/ui/note.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { requestGoogleToken, PopupError } from '../google/popup.ts'
import { openGoogleWindow } from '../google/window.ts'
import { useConfirmIdentity, type IdentityProof, confirmErrorText } from './queries.ts'

type ProfileConfirmProps = {
  open: boolean
  profile: Profile
  /** The confirmed action is running. */
  isRunning: boolean
  onClose: () => void
  onClosed?: (() => void) | undefined
  onConfirmed: () => void
}

/** Shown before rare, irreversible actions: asks for the password, or for Google if the account uses it. */
export function ProfileConfirm({ open, profile, isRunning, onClose, onClosed, onConfirmed }: ProfileConfirmProps) {
  const t = useText()
  const formId = useId()
  const confirming = useConfirmIdentity()
  const isBusy = confirming.isPending || isRunning
  const isGoogle = profile.provider === 'google'

  function handleProof(proof: IdentityProof) {
    if (!isBusy) confirming.mutate(proof, { onSuccess: onConfirmed })
  }

  function handleClose() {
    confirming.reset()
    onClose()
  }

  const parts = { formId, error: confirming.error, onProof: handleProof }
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      onClosed={onClosed}
      blocking={isBusy}
      sheet
      title={t('profile.confirm.title')}
      text={t(isGoogle ? 'profile.confirm.google' : 'profile.confirm.password')}
      actions={
        <>
          <Button kind="line" onClick={handleClose}>
            {t('profile.confirm.no')}
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={isBusy} busyLabel={t('profile.confirm.busy')}>
            {t(isGoogle ? 'profile.confirm.useGoogle' : 'profile.confirm.yes')}
          </Button>
        </>
      }
    >
      {isGoogle ? <ProfileConfirmGoogle {...parts} /> : <ProfileConfirmPassword {...parts} email={profile.email} />}
    </Dialog>
  )
}

type ConfirmGoogleProps = { formId: string; error: Error | null; onProof: (proof: IdentityProof) => void }
type AttemptStatus = 'idle' | 'waiting' | TextKey

const ends = {
  cancelled: 'profile.confirm.closed',
  late: 'google.late',
  failed: 'profile.confirm.otherGoogle',
  dropped: 'idle',
} as const

/** Uses the same popup as signing in, but sends the token to another call. */
function ProfileConfirmGoogle({ formId, error, onProof }: ConfirmGoogleProps) {
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

type ConfirmPasswordProps = { formId: string; email: string; error: Error | null; onProof: (proof: IdentityProof) => void }

function ProfileConfirmPassword({ formId, email, error, onProof }: ConfirmPasswordProps) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '') return onProof({ password })
    input.current?.focus()
  }

  return (
    <form id={formId} onSubmit={handleSubmit} noValidate>
      {/* Password managers look for the user name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t('signIn.password')} error={isMissing ? t('signIn.passwordMissing') : error && t(confirmErrorText(error))}>
        <PasswordInput
          ref={input}
          name="password"
          autoComplete="current-password"
          dir="ltr"
          showLabel={t('signIn.showPassword')}
          hideLabel={t('signIn.hidePassword')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </form>
  )
}
