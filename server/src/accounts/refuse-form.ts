import type { RefusalCode } from '@saathi/contract/texts'
import { phraseFor, Refusal } from '#core/errors.ts'

/** For the forms of signed-out people, which also read the text from `non_field_errors`. */
export const refuseForm = (status: Refusal['status'], code: RefusalCode, details: { retryAfterSeconds?: number } = {}) =>
  new Refusal(status, code, { ...details, nonFieldErrors: [phraseFor(code)] })
