import type { TextKey } from '@saathi/contract/texts'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'

const byCode: Readonly<Record<string, TextKey>> = {
  'calendar.provider_off': 'calendar.connect.off',
  'calendar.foreign_state': 'calendar.connect.foreign',
  'calendar.refused_by_provider': 'calendar.connect.refused',
  'calendar.provider_down': 'calendar.connect.down',
  'calendar.one_at_a_time': 'calendar.connect.oneAtATime',
}

/** Why connecting failed; each text may contain `{provider}`. */
export const connectTrouble = (error: Error): TextKey =>
  (error instanceof ApiError ? byCode[error.code] : undefined) ?? errorTextKey(error)
