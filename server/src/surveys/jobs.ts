import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { notifyPerson } from '#notices/public.ts'
import { findOpened } from './store.ts'

/** Longer than a day, to cover mornings on which no server ran. Each survey is announced once. */
const LOOKBACK_MS = 3 * DAY_MS
const BATCH_SIZE = 300

const openedSurveysJob = defineJob({
  name: 'surveys.tell_opened',
  payload: z.strictObject({ afterId: z.optional(z.int()) }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 },
  timeoutSeconds: 120,
  everyDayAt: '09:10',
  work: (ctx, { afterId = 0 }) => notifyOpened(ctx, afterId),
})

async function notifyOpened(ctx: ListenerCtx, afterId: number): Promise<void> {
  const now = ctx.now()
  const opened = await findOpened(ctx.db, { after: new Date(now.getTime() - LOOKBACK_MS), now, afterId, limit: BATCH_SIZE })
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
  // Start the next batch at the last person again, who may have more surveys; `onceKey` prevents duplicates.
  if (last && opened.length === BATCH_SIZE)
    await ctx.enqueue(openedSurveysJob, { afterId: Math.max(last.personId - 1, afterId + 1) })
}

export const surveysJobs = [openedSurveysJob]
