import { ApiError, isUnreachable } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import type { Translate } from '#core/i18n/texts.tsx'

/** Seconds to wait, when the code that was asked for is on its way already; null for any other failure. */
export function secondsUntilNext(error: Error): number | null {
  if (!(error instanceof ApiError) || error.code !== 'accounts.code_too_soon') return null
  return error.retryAfterSeconds ?? 0
}

export const isSignedUp = (error: Error): boolean => error instanceof ApiError && error.code === 'accounts.already_signed_up'

const isOfCore = (error: Error): boolean => error instanceof ApiError && error.code.startsWith('core.')

/** Words of the server's own, in the reader's language; what any call may be refused with it says in English only. */
export const serverWords = (error: Error): string => (error instanceof ApiError && !isOfCore(error) ? error.message : '')

/** For a code that was not taken. */
export function checkWords(error: Error, t: Translate): string {
  if (isUnreachable(error)) return `${t('somethingWentWrong')} ${t('error.network')}`
  return isOfCore(error) ? t(errorTextKey(error)) : serverWords(error) || t('somethingWentWrong')
}

export const joinFaults = (faults: readonly string[]): string => faults.join(' AND ')

export function askResetWords(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('error.broken')
  const faults = [...Object.values(error.errors ?? {}).flat(), ...(error.nonFieldErrors ?? [])]
  return joinFaults(faults) || serverWords(error) || t(errorTextKey(error))
}
