import * as z from 'zod/mini'
import { rolesThatMay } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { notifyPerson } from '#notices/public.ts'
import { type CaseRecord, findCase, findExcluded, lockCase } from './case-store.ts'
import { appendEvent } from './chronology-store.ts'
import { type DeskMember, findAlerted, findDesk, insertAlert } from './desk-store.ts'

/**
 * People who may work on the case, optionally only one of them. Leaves out people named in the case, even if nobody else remains.
 */
export async function findDeskOf(
  ctx: Pick<ListenerCtx, 'db' | 'now'>,
  { id, projectId }: Pick<CaseRecord, 'id' | 'projectId'>,
  only: number | null = null,
) {
  const roles = rolesThatMay('staff.safety')
  const excluded = await findExcluded(ctx.db, id)
  const desk = await findDesk(ctx.db, { roles, projectId, now: ctx.now(), only })
  return desk.filter(({ personId }) => !excluded.has(personId))
}

/** Alerts are sent at the start, at half time, at three quarters, and when the time is over. */
const stages = [0, 0.5, 0.75, 1]
const PAST_TIME = stages.length - 1

const timeOf = ({ clockFrom, dueAt }: Pick<CaseRecord, 'clockFrom' | 'dueAt'>, stage: number): Date =>
  new Date(clockFrom.getTime() + (stages[stage] ?? 0) * (dueAt.getTime() - clockFrom.getTime()))

export const alertJob = defineJob({
  name: 'safety.alert',
  payload: z.strictObject({ caseId: z.int(), stage: z.int(), clockFrom: z.iso.datetime(), dueAt: z.iso.datetime() }),
  retry: { limit: 20, delaySeconds: 5, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 30,
  work: async (ctx, { caseId, stage, clockFrom, dueAt }) => {
    await lockCase(ctx.db, caseId)
    const found = await findCase(ctx.db, caseId)
    // The clock was restarted, which enqueued new jobs.
    if (found?.clockFrom.toISOString() !== clockFrom || found.dueAt.toISOString() !== dueAt) return
    await alertDesk(ctx, found, { stage })
  },
})

/** Starts the clock: notifies the first person and plans the later stages. The caller has inserted or locked the case. */
export async function startClock(ctx: ListenerCtx, caseId: number, notified: readonly number[] = []): Promise<void> {
  const found = await findCase(ctx.db, caseId)
  if (!found) return
  await alertDesk(ctx, found, { stage: 0, notified })
  await publishCaseChanged(ctx, caseId)
  for (let stage = 1; stage < stages.length; stage += 1) {
    const payload = { caseId, stage, clockFrom: found.clockFrom.toISOString(), dueAt: found.dueAt.toISOString() }
    const onceKey = `${caseId} ${stage} ${payload.clockFrom} ${payload.dueAt}`
    await ctx.enqueue(alertJob, payload, { runAt: timeOf(found, stage), onceKey })
  }
}

/** The stage the clock has reached. */
const stageAt = (found: CaseRecord, now: Date): number => stages.findLastIndex((_, stage) => timeOf(found, stage) <= now)

/** The case was given back: alerts the next person. */
export const alertAgain = (ctx: ListenerCtx, found: CaseRecord, without: number): Promise<void> =>
  alertDesk(ctx, found, { stage: Math.max(stageAt(found, ctx.now()), 1), without })

/** `notified`: people who already have another notice about it. */
type AlertRound = { stage: number; without?: number; notified?: readonly number[] }

async function alertDesk(ctx: ListenerCtx, found: CaseRecord, { stage, without, notified = [] }: AlertRound): Promise<void> {
  const isWaiting = found.takenBy === null || stage === PAST_TIME
  if (found.state === 'closed' || found.answeredAt !== null || !isWaiting) return
  const desk = (await findDeskOf(ctx, found)).filter(({ personId }) => personId !== without)
  const alerted = await findAlerted(ctx.db, found.id, found.clockFrom)
  const chosen = chooseAlerted(desk, { stage, alerted, isUrgentDanger: found.isUrgent && found.source === 'danger' })
  for (const { personId } of chosen) {
    if (!(await insertAlert(ctx.db, { caseId: found.id, clockFrom: found.clockFrom, stage, personId }, ctx.now()))) continue
    await appendEvent(ctx, found.id, { kind: 'alerted', person: personId, detail: String(stage) })
    if (notified.includes(personId)) continue
    await notifyPerson(ctx, {
      personId,
      kind: 'help',
      template: found.isUrgent || stage === PAST_TIME ? 'safetyUrgent' : 'safetyWaiting',
      values: {},
      link: `/staff/safety/${found.id}`,
      onceKey: `safety ${found.id} ${stage} ${found.clockFrom.toISOString()}`,
    })
  }
  if (desk.length === 0) ctx.log.error({ caseId: found.id }, 'safety: a case waits and nobody can be notified')
}

/** Makes the open pages of the desk refetch the case. */
export async function publishCaseChanged(ctx: ListenerCtx, caseId: number): Promise<void> {
  const found = await findCase(ctx.db, caseId)
  const desk = found ? await findDeskOf(ctx, found) : []
  ctx.push({ to: desk.map(({ personId }) => personId), event: { type: 'safety.case_changed', case: caseId } })
}

type Choice = { stage: number; alerted: ReadonlySet<number>; isUrgentDanger: boolean }

/** Alerts one person first, then the next, then everybody; for somebody in danger everybody at once. */
export function chooseAlerted(desk: readonly DeskMember[], { stage, alerted, isUrgentDanger }: Choice): readonly DeskMember[] {
  if (stage >= 2 || (stage === 0 && isUrgentDanger)) return desk
  const next = desk.find(({ personId }) => !alerted.has(personId)) ?? desk[0]
  return next ? [next] : []
}
