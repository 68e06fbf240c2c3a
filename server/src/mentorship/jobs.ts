import { startOfIndiaDay, indiaDay } from '@saathi/contract/core/india-day'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { type DueSession, findDueSessions } from '#learning/public.ts'
import { notifyPerson } from '#notices/public.ts'
import { askCheckInsJob } from './check-ins/check-ins.ts'
import { farewellJobs } from './farewell/begin.ts'

/** Reminders are sent two days and one day before a session is due. */
const DAYS_BEFORE = 2
const BATCH_SIZE = 300

const deadlineJob = defineJob({
  name: 'mentorship.tell_deadlines',
  payload: z.strictObject({ afterId: z.optional(z.int()) }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 },
  timeoutSeconds: 120,
  everyDayAt: '09:00',
  work: (ctx, { afterId = 0 }) => notifyDeadlines(ctx, afterId),
})

async function notifyDeadlines(ctx: ListenerCtx, afterId: number): Promise<void> {
  const today = indiaDay(ctx.now())
  const days = { from: startOfIndiaDay(today + 1), before: startOfIndiaDay(today + DAYS_BEFORE + 1) }
  const due = await findDueSessions(ctx.db, { ...days, afterId, limit: BATCH_SIZE })
  for (const session of due) await notifyDue(ctx, session, today)
  const last = due.at(-1)
  // Start the next batch at the last person again, who may have more sessions; `onceKey` prevents duplicates.
  if (last && due.length === BATCH_SIZE) await ctx.enqueue(deadlineJob, { afterId: Math.max(last.personId - 1, afterId + 1) })
}

const notifyDue = (ctx: ListenerCtx, { personId, mentorshipId, sessionId, session, dueAt }: DueSession, today: number) =>
  notifyPerson(ctx, {
    personId,
    kind: 'deadlines',
    template: 'sessionDue',
    values: { session, dueOn: { dayOf: dueAt.toISOString() } },
    link: `/mentorship/${sessionId}/sessionintro?mentorship=${mentorshipId}`,
    onceKey: `due ${mentorshipId} ${sessionId} ${indiaDay(dueAt)} ${indiaDay(dueAt) - today}`,
  })

export const mentorshipJobs = [deadlineJob, askCheckInsJob, ...farewellJobs]
