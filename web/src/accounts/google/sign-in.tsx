import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, useEffect, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { systemStatusQuery } from '#core/system-status.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { Note } from '#core/ui/note.tsx'
import type { GoogleSettings } from './popup.ts'
import type { GoogleNewcomer } from './queries.ts'
import { openGoogleWindow } from './window.ts'
import css from '../sign-in/page.module.css'
import type { SignUpPass } from '../sign-up/pass.ts'

type GoogleSignInProps = {
  /** Adds an "or" divider if another sign-in method is above it. */
  isSecond?: boolean | undefined
  /** A new try starts or one has failed: clear the form's error. */
  onReset?: (() => void) | undefined
  onSignedIn: () => void
  /** Stores the pass that opens the sign-up pages. */
  onSignUpPass: (pass: SignUpPass) => Promise<void> | void
}

/** The Google button and its result; nothing if no Google client is configured. */
export function GoogleSignIn({ isSecond = false, onReset, onSignedIn, onSignUpPass }: GoogleSignInProps) {
  const t = useText()
  const router = useRouter()
  const { data: google } = useQuery({ ...systemStatusQuery, select: (status) => status.google })
  const [failure, setFailure] = useState<string | null>(null)
  if (!google) return null

  function handleFailed(text: string | null) {
    setFailure(text)
    onReset?.()
  }

  async function goToSignUp(newcomer: GoogleNewcomer) {
    await onSignUpPass({ provider: 'google', ...newcomer })
    await router.navigate({ to: '/signup' })
  }

  return (
    <>
      {isSecond && <p className={css.or}>{t('signIn.or')}</p>}
      {failure && (
        <Note tone="bad" live="alert">
          {failure}
        </Note>
      )}
      <GoogleButton google={google} onSignedIn={onSignedIn} onSignUpNeeded={goToSignUp} onFailed={handleFailed} />
    </>
  )
}

type GoogleButtonProps = {
  google: GoogleSettings
  onSignedIn: () => void
  onSignUpNeeded: (newcomer: GoogleNewcomer) => Promise<void> | void
  /** The error text; null when a new try starts and clears the old one. */
  onFailed: (text: string | null) => void
}

const mark = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM15.2 9.7A3.9 3.9 0 1 0 15.9 12.3H12.6'

/** The rest is loaded at the first press: most people never need it. */
export function GoogleButton({ google, onSignedIn, onSignUpNeeded, onFailed }: GoogleButtonProps) {
  const t = useText()
  const [isBusy, setIsBusy] = useState(false)
  const attempt = useRef<AbortController>(null)
  useEffect(() => () => attempt.current?.abort(), [])

  async function handleClick() {
    attempt.current?.abort()
    const { signal } = (attempt.current = new AbortController())
    onFailed(null)
    const popup = openGoogleWindow()
    if (!popup) return onFailed(t('google.blocked'))
    setIsBusy(true)
    const stop = (text: string | null) => {
      if (signal.aborted) return
      setIsBusy(false)
      onFailed(text)
    }
    try {
      const { attemptGoogleSignIn: comeInByGoogle } = await import('./attempt.ts')
      const result = await comeInByGoogle({ popup, google, signal, t, onClosed: stop })
      if (result.end === 'failed') return stop(result.text)
      // Stay busy until the next page is shown, to avoid flicker.
      if (result.end === 'signUpNeeded') await onSignUpNeeded(result.newcomer)
      else onSignedIn()
    } catch {
      popup.close()
      stop(t('error.network'))
    }
  }

  return (
    <Button kind="line" size="lg" block busy={isBusy} busyLabel={t('google.busy')} onClick={() => void handleClick()}>
      <Icon of={{ d: mark, weight: 2 }} />
      {t('google.signIn')}
    </Button>
  )
}
