import { ApiError } from '../api-error.ts'

/** No reply, not allowed, or overloaded: no other entry would get through either. */
const stopAllStatuses = new Set([0, 401, 429, 503])
const outdatedCode = 'outbox.outdated'

/** For an entry that this build can no longer read; it is never sent. */
export const outdatedError = () => new ApiError(400, { code: outdatedCode, message: '' })
export const isOutdated = (code: string): boolean => code === outdatedCode
const transientStatuses = new Set([408, 425])

type ErrorKind = {
  /** The server has understood and refused it. */
  isFinal: boolean
  /** Whether the other entries would fail too. */
  stopsAll: boolean
  /** Whether the server did not answer at all. */
  isSilent: boolean
  code: string
}

export function classifyError(error: unknown): ErrorKind {
  // For example a script that failed to load: no request was sent.
  if (!(error instanceof ApiError)) return { isFinal: false, stopsAll: false, isSilent: false, code: '' }
  const { status, code } = error
  const stopsAll = stopAllStatuses.has(status)
  return { isFinal: !stopsAll && !transientStatuses.has(status) && status < 500, stopsAll, isSilent: status === 0, code }
}
