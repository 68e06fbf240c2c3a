import type { Translate } from '#core/i18n/texts.tsx'
import { reportError } from '#core/report-error.ts'
import { googleErrorText } from './google-error.ts'
import { askGoogle, type GoogleSettings, PopupError } from './google-popup.ts'
import { enterByGoogle, type GoogleNewcomer } from './google-queries.ts'

export type GoogleOutcome =
  | { end: 'signedIn' }
  | { end: 'signUpNeeded'; newcomer: GoogleNewcomer }
  | { end: 'failed'; text: string | null }
type Attempt = { popup: Window; google: GoogleSettings; signal: AbortSignal; t: Translate; onClosed: (text: string) => void }

const isOwnChoice = (error: unknown): boolean =>
  error instanceof PopupError && (error.end === 'cancelled' || error.end === 'dropped')

/** From the open window to whatever comes of it; all that goes wrong comes out in words. */
export async function comeInByGoogle({ popup, google, signal, t, onClosed }: Attempt): Promise<GoogleOutcome> {
  try {
    const proof = await askGoogle(popup, google, { signal, onClosed: () => onClosed(t('google.closed')) })
    const newcomer = await enterByGoogle(proof)
    return newcomer ? { end: 'signUpNeeded', newcomer } : { end: 'signedIn' }
  } catch (error) {
    if (!isOwnChoice(error)) reportError('google', error)
    return { end: 'failed', text: googleErrorText(error, t) }
  }
}
