import { ApiError, isUnreachable } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import type { Translate } from '#core/i18n/texts.tsx'

/** Seconds to wait, when the code that was asked for is on its way already; null for any other failure. */
export function secondsUntilNext(error: Error): number | null {
  if (!(error instanceof ApiError) || error.code !== 'accounts.code_too_soon') return null
  return error.retryAfterSeconds ?? 0
}

export const isSignedUp = (error: Error): boolean => error instanceof ApiError && error.code === 'accounts.already_signed_up'

/** Words of the server's own; what a broken line says is ours alone. */
export const serverWords = (error: Error): string => (error instanceof ApiError && !isUnreachable(error) ? error.message : '')

/** For a code that was not taken. */
export function checkWords(error: Error, t: Translate): string {
  const words = serverWords(error) || t('somethingWentWrong')
  return isUnreachable(error) ? `${words} ${t('error.network')}` : words
}

export const joinFaults = (faults: readonly string[]): string => faults.join(' AND ')

export function askResetWords(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('error.broken')
  const faults = [...Object.values(error.errors ?? {}).flat(), ...(error.nonFieldErrors ?? [])]
  return joinFaults(faults) || serverWords(error) || t(errorTextKey(error))
}
