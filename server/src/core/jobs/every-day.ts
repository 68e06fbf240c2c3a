import type { ListenerCtx } from '../events.ts'
import type { RunnableJob } from './define-job.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** India has one time zone and no summer time. */
const INDIA_MS = 5.5 * 60 * 60 * 1000

/** The next moment at which India's clocks show this time. */
export function nextTimeOfDay(timeOfDay: string, now: Date): Date {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  const midnight = Math.floor((now.getTime() + INDIA_MS) / DAY_MS) * DAY_MS - INDIA_MS
  const today = midnight + (hours * 60 + minutes) * 60_000
  return new Date(today > now.getTime() ? today : today + DAY_MS)
}

/** Every process asks for it at its start and at every run; the day as its key makes one of them all. */
export async function enqueueNextDay(ctx: ListenerCtx, job: RunnableJob): Promise<void> {
  const runAt = nextTimeOfDay(job.everyDayAt ?? '', ctx.now())
  await ctx.enqueue({ ...job, toData: () => ({}) }, {}, { runAt, onceKey: runAt.toISOString() })
}
