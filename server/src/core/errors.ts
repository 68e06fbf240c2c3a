import { type CoreCode, coreCodes } from '@saathi/contract/core/errors'
import { isForbiddenKey } from '@saathi/contract/core/wire'

type Status = 400 | 401 | 403 | 404 | 405 | 406 | 409 | 410 | 413 | 415 | 422 | 429 | 503

export type RefusalDetails = {
  errors?: Record<string, string[]>
  nonFieldErrors?: string[]
  retryAfterSeconds?: number
}

/** A refusal the caller may see. Anything else thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly status: Status
  readonly code: string
  readonly details: RefusalDetails
  constructor(status: Status, code: string, message: string, details: RefusalDetails = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const badInput = (code: string, message: string, details?: RefusalDetails) => new Refusal(400, code, message, details)
export const unauthorised = (code: string, message: string) => new Refusal(401, code, message)
export const forbidden = (code: string, message: string) => new Refusal(403, code, message)
export const notFound = (code: string, message: string) => new Refusal(404, code, message)
export const conflict = (code: string, message: string) => new Refusal(409, code, message)
export const tooMany = (code: string, message: string, retryAfterSeconds: number) =>
  new Refusal(429, code, message, { retryAfterSeconds })

type RefusableCode = Exclude<CoreCode, 'core.broken'>
const coreMessages: Record<RefusableCode, string> = {
  'core.bad_input': 'Please check what you entered.',
  'core.signed_out': 'Please sign in.',
  'core.forbidden': 'You may not do this.',
  'core.not_found': 'There is nothing here.',
  'core.method_not_allowed': 'This cannot be done here.',
  'core.conflict': 'Someone else changed this at the same time. Please try again.',
  'core.idempotency_key_reused': 'This request was already used for something else.',
  'core.too_large': 'This is larger than we can take.',
  'core.wrong_type': 'We cannot read this kind of content.',
  'core.too_many': 'Too many requests. Please wait a moment.',
  'core.unavailable': 'We will be back in a moment.',
  'core.maintenance': 'Saathi is closed for maintenance. It opens again by itself.',
}

/** Refusals that any call may answer with; they need no declaration. */
export function coreRefusal(code: RefusableCode, details?: RefusalDetails, message = coreMessages[code]): Refusal {
  return new Refusal(coreCodes[code], code, message, details)
}

const MAX_FIELD_NAME = 100

/** The name may come from the request: unsafe names are left out, and long names are cut. */
export function badField(field: string, message: string): Refusal {
  if (field === '' || isForbiddenKey(field)) return coreRefusal('core.bad_input')
  return coreRefusal('core.bad_input', { errors: Object.fromEntries([[field.slice(0, MAX_FIELD_NAME), [message]]]) })
}
