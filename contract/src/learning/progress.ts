/** Number of distinct learning-hub sessions that unlock mentorship and internships. */
export const SESSIONS_TO_UNLOCK = 5

/** Durations in minutes. A session without a duration has no progress, which also avoids dividing by zero. */
type Timed = { sessionDuration: number; durationCompleted: number }

export function progressPercent({ sessionDuration, durationCompleted }: Timed): number {
  if (!(sessionDuration > 0)) return 0
  return Math.min(100, Math.max(0, Math.round((durationCompleted / sessionDuration) * 100)))
}

export function remainingMinutes({ sessionDuration, durationCompleted }: Timed): number {
  return Math.max(0, sessionDuration - durationCompleted)
}

/** Completed by status, or with less than a minute of its duration left. */
export function showsCompleted(session: Timed & { sessionStatus: string }): boolean {
  if (session.sessionStatus === 'COMPLETED') return true
  return session.sessionDuration > 0 && remainingMinutes(session) < 1
}

/** The person's own part is done; in a mentorship the partner may still be working on it. */
export const isOwnDone = ({ sessionStatus }: { sessionStatus: string }): boolean =>
  sessionStatus === 'PARTIAL_COMPLETE' || sessionStatus === 'COMPLETED'
