import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import type { Translate } from '#core/i18n/texts.tsx'

/** The text for a refused sign-in, from the specification's catalogue. */
export function signInErrorText(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('firebaseDefaultError')
  if (error.nonFieldErrors?.length) return error.nonFieldErrors.join('\n')
  switch (error.code) {
    case 'accounts.wrong_password':
      return t('firebaseWrongEmailPassword')
    case 'accounts.user_not_found':
      return t('firebaseUserDoesNotExist')
    case 'accounts.email_not_verified':
      return t('signIn.emailNotVerified')
    case 'accounts.use_google':
      return t('signIn.useGoogle')
    case 'accounts.blocked_for_an_hour':
      return t('answers.blockedForAnHour')
    case 'core.unreachable':
    case 'core.too_many':
      return t(errorTextKey(error))
    case 'accounts.user_disabled':
    case 'core.bad_input':
      return error.message || t('firebaseDefaultError')
    default:
      return t('firebaseDefaultError')
  }
}
