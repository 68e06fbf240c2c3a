import type { TextKey } from '@saathi/contract/texts'
import { ApiError } from './api-error.ts'

const byStatus: Readonly<Record<number, TextKey>> = {
  0: 'error.network',
  400: 'error.badRequest',
  401: 'error.signedOut',
  403: 'error.forbidden',
  404: 'error.notFound',
  406: 'error.notAcceptable',
  409: 'error.conflict',
  410: 'error.gone',
  413: 'error.tooLarge',
  415: 'error.wrongType',
  422: 'error.unprocessable',
  429: 'error.tooMany',
}

/** Text for a failed call, as in the specification's catalogue. Any other error is a bug in the app. */
export function errorTextKey(error: unknown): TextKey {
  if (!(error instanceof ApiError)) return isMissingPart(error) ? 'error.network' : 'error.broken'
  return byStatus[error.status] ?? (error.status >= 500 ? 'error.broken' : 'error.badRequest')
}

/** A script or style of a page did not arrive. Chromium, Vite, Firefox and Safari name it differently. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|preload CSS|importing a module/i.test(error.message)
