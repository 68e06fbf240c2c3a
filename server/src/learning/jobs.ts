import { beginOfIndiaDay, indiaDay } from '@saathi/contract/core/india-day'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { notifyPerson } from '#notices/public.ts'
import { findNewSessions } from './new-session-store.ts'

const AT_ONCE = 300

/** What came out yesterday, as one notice however many they are. */
const tellNewSessionsJob = defineJob({
  name: 'learning.tell_new_sessions',
  payload: z.strictObject({ afterId: z.optional(z.int()) }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 },
  timeoutSeconds: 120,
  everyDayAt: '09:20',
  work: (ctx, { afterId = 0 }) => tellNewSessions(ctx, afterId),
})

async function tellNewSessions(ctx: ListenerCtx, afterId: number): Promise<void> {
  const today = indiaDay(ctx.now())
  const yesterday = { from: beginOfIndiaDay(today - 1), before: beginOfIndiaDay(today) }
  const found = await findNewSessions(ctx.db, { ...yesterday, afterId, limit: AT_ONCE })
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
  if (last && found.length === AT_ONCE) await ctx.enqueue(tellNewSessionsJob, { afterId: last.personId })
}

export const learningJobs = [tellNewSessionsJob]
