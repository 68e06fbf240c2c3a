import type { ErrorReply } from '@saathi/contract/core/errors'

/** A refusal, or status 0 when no answer came at all. Only `code` may be branched on. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** Keyed by field as the wire spells it. */
  readonly errors: Record<string, string[]> | undefined
  readonly nonFieldErrors: string[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, reply: ErrorReply) {
    super(reply.message)
    this.status = status
    this.code = reply.code
    this.errors = reply.errors
    this.nonFieldErrors = reply.nonFieldErrors
    this.retryAfterSeconds = reply.retryAfterSeconds
  }
}

export const unreachable = (message: string): ApiError => new ApiError(0, { code: 'core.unreachable', message })

/** For what was asked by someone who is no longer here. */
export const sessionOver = (): ApiError => new ApiError(401, { code: 'accounts.session_over', message: '' })

export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0
