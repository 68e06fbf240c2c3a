import { beginOfIndiaDay, DAY_MS, indiaDay } from '@saathi/contract/core/india-day'
import type { ListenerCtx } from '../events.ts'
import type { RunnableJob } from './define-job.ts'

/** The next moment at which India's clocks show this time. */
export function nextTimeOfDay(timeOfDay: string, now: Date): Date {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  const today = beginOfIndiaDay(indiaDay(now)).getTime() + (hours * 60 + minutes) * 60_000
  return new Date(today > now.getTime() ? today : today + DAY_MS)
}

/** Every process asks for it at its start and at every run; the day as its key makes one of them all. */
export async function enqueueNextDay(ctx: ListenerCtx, job: RunnableJob): Promise<void> {
  const runAt = nextTimeOfDay(job.everyDayAt ?? '', ctx.now())
  await ctx.enqueue({ ...job, toData: () => ({}) }, {}, { runAt, onceKey: runAt.toISOString() })
}
