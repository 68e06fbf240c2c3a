import { startOfIndiaDay, indiaDay } from '@saathi/contract/core/india-day'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { notifyPerson } from '#notices/public.ts'
import { findNewSessions } from './store.ts'

const BATCH_SIZE = 300

/** One notice per person about all sessions published yesterday. */
const newSessionsJob = defineJob({
  name: 'learning.tell_new_sessions',
  payload: z.strictObject({ afterId: z.optional(z.int()) }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 },
  timeoutSeconds: 120,
  everyDayAt: '09:20',
  work: (ctx, { afterId = 0 }) => notifyNewSessions(ctx, afterId),
})

async function notifyNewSessions(ctx: ListenerCtx, afterId: number): Promise<void> {
  const today = indiaDay(ctx.now())
  const yesterday = { from: startOfIndiaDay(today - 1), before: startOfIndiaDay(today) }
  const found = await findNewSessions(ctx.db, { ...yesterday, afterId, limit: BATCH_SIZE })
  for (const { personId, sessionId, session, count } of found) {
    await notifyPerson(ctx, {
      personId,
      kind: 'sessions',
      template: 'newSession',
      values: { session, count: String(count) },
      link: count === 1 ? `/session/sessionintroduction/${sessionId}` : '/learninghub/allsession',
      onceKey: `new sessions ${today}`,
    })
  }
  const last = found.at(-1)
  if (last && found.length === BATCH_SIZE) await ctx.enqueue(newSessionsJob, { afterId: last.personId })
}

export const learningJobs = [newSessionsJob]
