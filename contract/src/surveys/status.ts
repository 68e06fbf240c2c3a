/** How the status of a survey begins; what follows is not to be relied on. */
const complete = 'COMPLETE on '

export type Progress = 'NOT_STARTED' | 'PARTIAL' | 'COMPLETE'

export const statusOf = (progress: Exclude<Progress, 'COMPLETE'> | { completedAt: string }): string =>
  typeof progress === 'string' ? progress : `${complete}${progress.completedAt}`

/** The profile says ONGOING where a survey itself says PARTIAL. */
export function progressOf(status: string): Progress {
  if (status.startsWith('COMPLETE')) return 'COMPLETE'
  return status.startsWith('PARTIAL') || status.startsWith('ONGOING') ? 'PARTIAL' : 'NOT_STARTED'
}

/** When it was completed, as ISO 8601; undefined before that. */
export const completedAtOf = (status: string): string | undefined =>
  status.startsWith(complete) ? status.slice(complete.length) : undefined
