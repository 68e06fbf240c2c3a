import { ApiError, isUnreachable } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import type { Translate } from '#core/i18n/texts.tsx'

/** Seconds to wait if a code was already sent; null for any other failure. */
export function secondsUntilNext(error: Error): number | null {
  if (!(error instanceof ApiError) || error.code !== 'accounts.code_too_soon') return null
  return error.retryAfterSeconds ?? 0
}

export const isAlreadySignedUp = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'accounts.already_signed_up'

const isCoreError = (error: Error): boolean => error instanceof ApiError && error.code.startsWith('core.')

/** The server's own message in the reader's language; core errors are in English only and are left out. */
export const serverMessage = (error: Error): string => (error instanceof ApiError && !isCoreError(error) ? error.message : '')

/** Text for a refused code. */
export function codeErrorText(error: Error, t: Translate): string {
  if (isUnreachable(error)) return `${t('somethingWentWrong')} ${t('error.network')}`
  return isCoreError(error) ? t(errorTextKey(error)) : serverMessage(error) || t('somethingWentWrong')
}

export const joinErrors = (faults: readonly string[]): string => faults.join(' AND ')

export function resetRequestErrorText(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('error.broken')
  const faults = [...Object.values(error.errors ?? {}).flat(), ...(error.nonFieldErrors ?? [])]
  return joinErrors(faults) || serverMessage(error) || t(errorTextKey(error))
}
