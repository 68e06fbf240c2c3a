import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import type { Translate } from '#core/i18n/texts.tsx'
import { reportError } from '#core/errors/report-error.ts'
import { requestGoogleToken, type GoogleSettings, PopupError } from './popup.ts'
import { sendGoogleProof, type GoogleNewcomer } from './queries.ts'

export type GoogleResult =
  | { end: 'signedIn' }
  | { end: 'signUpNeeded'; newcomer: GoogleNewcomer }
  | { end: 'failed'; text: string | null }
type Attempt = { popup: Window; google: GoogleSettings; signal: AbortSignal; t: Translate; onClosed: (text: string) => void }

const isOwnChoice = (error: unknown): boolean =>
  error instanceof PopupError && (error.end === 'cancelled' || error.end === 'dropped')

/** Runs the whole sign-in from the open window; every failure is returned as a text. */
export async function attemptGoogleSignIn({ popup, google, signal, t, onClosed }: Attempt): Promise<GoogleResult> {
  try {
    const proof = await requestGoogleToken(popup, google, { signal, onClosed: () => onClosed(t('google.closed')) })
    const newcomer = await sendGoogleProof(proof)
    return newcomer ? { end: 'signUpNeeded', newcomer } : { end: 'signedIn' }
  } catch (error) {
    if (!isOwnChoice(error)) reportError('google', error)
    return { end: 'failed', text: googleErrorText(error, t) }
  }
}

/** The text for a failed Google sign-in; null if there is nothing to say. */
function googleErrorText(error: unknown, t: Translate): string | null {
  if (error instanceof PopupError) return error.end === 'dropped' ? null : t(`google.${error.end}`)
  if (!(error instanceof ApiError)) return t('google.failed')
  switch (error.code) {
    case 'accounts.google_token_refused':
      return t('google.refused')
    case 'accounts.google_off':
      return t('google.off')
    case 'accounts.use_password':
      return t('google.usePassword')
    case 'accounts.user_disabled':
      return error.message || t('google.failed')
    case 'core.maintenance':
      return t('maintenance.title')
    default:
      return error.status === 0 || error.status === 429 ? t(errorTextKey(error)) : t('google.failed')
  }
}
