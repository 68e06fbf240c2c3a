import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { notifyPerson } from '#notices/public.ts'
import { findOpened } from './opened-store.ts'

/** Longer than a day, to make up for a morning on which no server ran. Each survey is announced once. */
const NEWS_MS = 3 * 24 * 60 * 60_000
const AT_ONCE = 300

const tellOpenedJob = defineJob({
  name: 'surveys.tell_opened',
  payload: z.strictObject({ afterId: z.optional(z.int()) }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 },
  timeoutSeconds: 120,
  everyDayAt: '09:10',
  work: (ctx, { afterId = 0 }) => tellOpened(ctx, afterId),
})

async function tellOpened(ctx: ListenerCtx, afterId: number): Promise<void> {
  const now = ctx.now()
  const opened = await findOpened(ctx.db, { after: new Date(now.getTime() - NEWS_MS), now, afterId, limit: AT_ONCE })
  for (const { personId, surveyId, survey } of opened) {
    await notifyPerson(ctx, {
      personId,
      kind: 'surveys',
      template: 'surveyOpened',
      values: { survey },
      link: `/survey?survey=${surveyId}`,
      onceKey: `survey ${surveyId}`,
    })
  }
  const last = opened.at(-1)
  // Continue with the last person, who may have more surveys. A repeated notice is dropped by its once key.
  if (last && opened.length === AT_ONCE) await ctx.enqueue(tellOpenedJob, { afterId: Math.max(last.personId - 1, afterId + 1) })
}

export const surveysJobs = [tellOpenedJob]
