import { indiaDay, startOfIndiaDay } from '@saathi/contract/core/india-day'
import type { CheckIn } from '@saathi/contract/mentorship/course-entities'
import * as z from 'zod/mini'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { notifyPerson } from '#notices/public.ts'
import { lockInside } from '../access.ts'
import { type CheckInRow, findDueMembers, insertCheckIns, updateCheckIn } from './store.ts'

const FIRST_AFTER_DAYS = 14
const EVERY_DAYS = 30
const BATCH_SIZE = 300

export const askCheckInsJob = defineJob({
  name: 'mentorship.ask_check_ins',
  payload: z.strictObject({ afterId: z.optional(z.int()) }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 },
  timeoutSeconds: 120,
  everyDayAt: '10:00',
  work: (ctx, { afterId = 0 }) => askCheckIns(ctx, afterId),
})

/** Running it again asks nobody twice. */
async function askCheckIns(ctx: ListenerCtx, afterId: number): Promise<void> {
  // Whole days: the job runs a moment earlier or later each day.
  const endOfDay = (daysAgo: number) => startOfIndiaDay(indiaDay(ctx.now()) - daysAgo + 1)
  const range = { joinedBefore: endOfDay(FIRST_AFTER_DAYS), askedBefore: endOfDay(EVERY_DAYS), afterId, limit: BATCH_SIZE }
  const due = await findDueMembers(ctx.db, range)
  for (const { mentorshipId, personId, number } of await insertCheckIns(ctx.db, due, ctx.now())) {
    await notifyPerson(ctx, {
      personId,
      kind: 'mentorship',
      template: 'checkInAsked',
      values: {},
      link: `/mentorship?mentorship=${mentorshipId}`,
      onceKey: `check-in ${mentorshipId} ${number}`,
    })
    ctx.push({ to: [personId], event: { type: 'mentorship.changed', mentorship: mentorshipId } })
  }
  const last = due.at(-1)
  // Start the next batch at the last mentorship again, which may have more members.
  if (last && due.length === BATCH_SIZE) await ctx.enqueue(askCheckInsJob, { afterId: last.mentorshipId - 1 })
}

type SubmittedCheckIn = { number: number; score: number; words: string }

/**
 * The newest check-in can be changed until the next one is created. No live event, so that the partner does not learn that it was
 * answered.
 */
export async function answerCheckIn(ctx: Ctx, id: number, submitted: SubmittedCheckIn): Promise<CheckIn> {
  const { me } = await lockInside(ctx, id)
  const row = await updateCheckIn(ctx.db, { ...submitted, mentorshipId: id, personId: me.personId }, ctx.now())
  if (!row) throw conflict('mentorship.check_in_over')
  await ctx.raise({ type: 'mentorship.course_changed', mentorshipId: id })
  return showCheckIn(row)
}

export const showCheckIn = ({ number, askedAt, score, words, answeredAt }: CheckInRow): CheckIn => ({
  number,
  askedAt: askedAt.toISOString(),
  score,
  words,
  answeredAt: answeredAt?.toISOString() ?? null,
})
