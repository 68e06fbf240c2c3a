import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { systemStatusQuery } from '#core/system-status.ts'
import { Note } from '#core/ui/note.tsx'
import { GoogleButton } from './google-button.tsx'
import type { GoogleNewcomer } from './google-queries.ts'
import type { SignUpPass } from './sign-up-pass.ts'
import css from './sign-in-page.module.css'

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
