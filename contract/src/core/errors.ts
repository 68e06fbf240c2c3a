import * as z from 'zod/mini'

/** The shape of every refusal. `errors` is keyed by field name as on the wire. */
export const ErrorReply = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  nonFieldErrors: z.optional(z.array(z.string())),
  /** With 429 and 503: when to try again. */
  retryAfterSeconds: z.optional(z.number()),
})
export type ErrorReply = z.infer<typeof ErrorReply>

/** Codes that any call may answer with; a call declares only its additional ones. */
export const coreCodes = {
  'core.bad_input': 400,
  'core.signed_out': 401,
  'core.forbidden': 403,
  'core.not_found': 404,
  'core.method_not_allowed': 405,
  'core.conflict': 409,
  'core.idempotency_key_reused': 409,
  'core.too_large': 413,
  'core.wrong_type': 415,
  'core.too_many': 429,
  'core.broken': 500,
  'core.unavailable': 503,
  /** Maintenance: only staff may make calls, apart from public ones. */
  'core.maintenance': 503,
} as const
export type CoreCode = keyof typeof coreCodes
