import type { ErrorReply } from '@saathi/contract/core/errors'

/** An error reply, or status 0 if there was no reply. Branch only on `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** Keyed by field name as on the wire. */
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

/** The error of a call whose person has signed out in the meantime. */
export const sessionOver = (): ApiError => new ApiError(401, { code: 'accounts.session_over', message: '' })

export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0
