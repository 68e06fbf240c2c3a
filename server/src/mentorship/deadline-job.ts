import { beginOfIndiaDay, indiaDay } from '@saathi/contract/core/india-day'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { type DueSession, findDueWalks } from '#learning/public.ts'
import { notifyPerson } from '#notices/public.ts'

/** Two days before it is due, and once more on the last day before. */
const DAYS_BEFORE = 2
const AT_ONCE = 300

export const deadlineJob = defineJob({
  name: 'mentorship.tell_deadlines',
  payload: z.strictObject({ afterId: z.optional(z.int()) }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 },
  timeoutSeconds: 120,
  everyDayAt: '09:00',
  work: (ctx, { afterId = 0 }) => tellDeadlines(ctx, afterId),
})

async function tellDeadlines(ctx: ListenerCtx, afterId: number): Promise<void> {
  const today = indiaDay(ctx.now())
  const days = { from: beginOfIndiaDay(today + 1), before: beginOfIndiaDay(today + DAYS_BEFORE + 1) }
  const due = await findDueWalks(ctx.db, { ...days, afterId, limit: AT_ONCE })
  for (const walk of due) await tellDue(ctx, walk, today)
  const last = due.at(-1)
  // From the last one on, who may have more: what was told already is told once.
  if (last && due.length === AT_ONCE) await ctx.enqueue(deadlineJob, { afterId: Math.max(last.personId - 1, afterId + 1) })
}

const tellDue = (ctx: ListenerCtx, { personId, mentorshipId, sessionId, session, dueAt }: DueSession, today: number) =>
  notifyPerson(ctx, {
    personId,
    kind: 'deadlines',
    template: 'sessionDue',
    values: { session, dueOn: { dayOf: dueAt.toISOString() } },
    link: `/mentorship/${sessionId}/sessionintro?mentorship=${mentorshipId}`,
    onceKey: `due ${mentorshipId} ${sessionId} ${indiaDay(dueAt)} ${indiaDay(dueAt) - today}`,
  })
