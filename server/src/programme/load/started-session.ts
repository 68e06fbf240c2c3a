import type { StartedSession } from '#content/public.ts'
import { indiaTime, minutesLater } from '../read/relative-time.ts'
import type { LoadedSession } from './session.ts'

type SessionProgressFile = { startedDaysAgo: number; at: string; stepsDone: number | 'all' }

/** Completion times follow the durations of the steps. */
export function toStartedSession(
  { startedDaysAgo, at, stepsDone }: SessionProgressFile,
  session: LoadedSession,
  now: Date,
): StartedSession {
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
