import { startOfIndiaDay, DAY_MS, indiaDay } from '@saathi/contract/core/india-day'
import type { ListenerCtx } from '../ctx.ts'
import type { RunnableJob } from './define-job.ts'

/** The next moment at which it is this time of day in India. */
export function nextTimeOfDay(timeOfDay: string, now: Date): Date {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  const today = startOfIndiaDay(indiaDay(now)).getTime() + (hours * 60 + minutes) * 60_000
  return new Date(today > now.getTime() ? today : today + DAY_MS)
}

/** Every process enqueues it at startup and at every run; the date as key makes it a single job. */
export async function enqueueNextDay(ctx: ListenerCtx, job: RunnableJob): Promise<void> {
  const runAt = nextTimeOfDay(job.everyDayAt ?? '', ctx.now())
  await ctx.enqueue({ ...job, toData: () => ({}) }, {}, { runAt, onceKey: runAt.toISOString() })
}
