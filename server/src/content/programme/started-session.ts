import type { BegunSession } from '../events.ts'
import { indiaTime, minutesLater } from './relative-time.ts'
import type { LoadedSession } from './session-loader.ts'

type Begun = { startedDaysAgo: number; at: string; stepsDone: number | 'all' }

/** Each step takes as long as it says, one after the other. */
export function begunSession({ startedDaysAgo, at, stepsDone }: Begun, session: LoadedSession, now: Date): BegunSession {
  const startedAt = indiaTime(now, startedDaysAgo, at)
  const done = session.steps.slice(0, stepsDone === 'all' ? undefined : stepsDone)
  let minutes = 0
  const timed = done.map(({ id, durationMinutes }) => {
    minutes += durationMinutes
    return { stepId: id, completedAt: minutesLater(startedAt, minutes, now) }
  })
  const { id: sessionId, versionId } = session
  return { sessionId, versionId, startedAt, stepsDone: timed, isWhole: done.length === session.steps.length }
}
