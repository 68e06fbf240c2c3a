import type { Translate } from '#core/i18n/texts.tsx'
import { reportError } from '#core/report-error.ts'
import { googleErrorText } from './google-error.ts'
import { requestGoogleToken, type GoogleSettings, PopupError } from './google-popup.ts'
import { sendGoogleProof, type GoogleNewcomer } from './google-queries.ts'

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
