import type { TextKey } from '@saathi/contract/texts'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'

const byCode: Readonly<Record<string, TextKey>> = {
  'accounts.wrong_password': 'profile.confirm.wrong',
  'accounts.blocked_for_an_hour': 'profile.confirm.blocked',
  'accounts.google_token_refused': 'profile.confirm.otherGoogle',
}

export const confirmErrorText = (error: Error): TextKey =>
  (error instanceof ApiError && byCode[error.code]) || errorTextKey(error)
