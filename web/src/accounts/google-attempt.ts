import type { Translate } from '#core/i18n/texts.tsx'
import { googleErrorText } from './google-error.ts'
import { askGoogle, type GoogleSettings } from './google-popup.ts'
import { enterByGoogle, type GoogleNewcomer } from './google-queries.ts'

export type GoogleOutcome =
  | { end: 'signedIn' }
  | { end: 'signUpNeeded'; newcomer: GoogleNewcomer }
  | { end: 'failed'; text: string | null }
type Attempt = { popup: Window; google: GoogleSettings; signal: AbortSignal; t: Translate; onClosed: (text: string) => void }

/** From the open window to whatever comes of it; all that goes wrong comes out in words. */
export async function comeInByGoogle({ popup, google, signal, t, onClosed }: Attempt): Promise<GoogleOutcome> {
  try {
    const proof = await askGoogle(popup, google, { signal, onClosed: () => onClosed(t('google.closed')) })
    const newcomer = await enterByGoogle(proof)
    return newcomer ? { end: 'signUpNeeded', newcomer } : { end: 'signedIn' }
  } catch (error) {
    return { end: 'failed', text: googleErrorText(error, t) }
  }
}
