import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import type { Translate } from '#core/i18n/texts.tsx'
import { PopupError } from './google-popup.ts'

/** The text for a failed Google sign-in; null if there is nothing to say. */
export function googleErrorText(error: unknown, t: Translate): string | null {
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
