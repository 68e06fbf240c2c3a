import { ApiError } from '../api-error.ts'

/** Nobody answers, nobody may, or nobody can: then nothing else gets through either. */
const closedDoors = new Set([0, 401, 429, 503])
const outdatedCode = 'outbox.outdated'

/** Never sent: what it was meant to say cannot be read any more. */
export const outdated = () => new ApiError(400, { code: outdatedCode, message: '' })
export const isOutdated = (code: string): boolean => code === outdatedCode
const passing = new Set([408, 425])

type ErrorKind = {
  /** The server has understood it, and will not have it. */
  isFinal: boolean
  /** Whether it is in vain to try the others now. */
  stopsAll: boolean
  isSilent: boolean
  code: string
}

export function ofError(error: unknown): ErrorKind {
  // As a script that did not come: nothing has been asked yet.
  if (!(error instanceof ApiError)) return { isFinal: false, stopsAll: false, isSilent: false, code: '' }
  const { status, code } = error
  const stopsAll = closedDoors.has(status)
  return { isFinal: !stopsAll && !passing.has(status) && status < 500, stopsAll, isSilent: status === 0, code }
}
