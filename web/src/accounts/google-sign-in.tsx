import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { systemStatusQuery } from '#core/system-status.ts'
import { Note } from '#core/ui/note.tsx'
import { GoogleButton } from './google-button.tsx'
import type { GoogleNewcomer } from './google-queries.ts'
import css from './sign-in-page.module.css'

type WayByGoogleProps = {
  /** Set apart by "or", where another way stands above it. */
  isSecond?: boolean | undefined
  /** A new try begins, or one has failed: what the form said before no longer holds. */
  onReset?: (() => void) | undefined
  onSignedIn: () => void
}

/** Google's button and what it leads to; nothing at all where no Google client is configured. */
export function WayByGoogle({ isSecond = false, onReset, onSignedIn }: WayByGoogleProps) {
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
    const { keepPass } = await import('./way-in-pages.ts')
    keepPass({ provider: 'google', ...newcomer })
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
