/** Prefix of a completed status; do not rely on the rest. */
const complete = 'COMPLETE on '

export type Progress = 'NOT_STARTED' | 'PARTIAL' | 'COMPLETE'

export const statusOf = (progress: Exclude<Progress, 'COMPLETE'> | { completedAt: string }): string =>
  typeof progress === 'string' ? progress : `${complete}${progress.completedAt}`

/** The profile uses ONGOING where a survey itself uses PARTIAL. */
export function progressOf(status: string): Progress {
  if (status.startsWith('COMPLETE')) return 'COMPLETE'
  return status.startsWith('PARTIAL') || status.startsWith('ONGOING') ? 'PARTIAL' : 'NOT_STARTED'
}

/** The completion time as ISO 8601; undefined before that. */
export const completedAtOf = (status: string): string | undefined =>
  status.startsWith(complete) ? status.slice(complete.length) : undefined
