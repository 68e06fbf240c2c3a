import { HOUR_MS } from '@saathi/contract/core/time'
import type { CasePart } from '@saathi/contract/safety/case-entities'
import { NORMAL_HOURS, URGENT_HOURS } from '@saathi/contract/safety/entities'
import { upsertLookDelay } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { startClock } from './alerts.ts'
import { findCase, insertCase, insertCasePerson, type NewCase, updateCase } from './case-store.ts'
import { appendEvent, type NewEvent } from './chronology-store.ts'

export const dueAfter = (from: Date, isUrgent: boolean): Date =>
  new Date(from.getTime() + (isUrgent ? URGENT_HOURS : NORMAL_HOURS) * HOUR_MS)

type OpenedCase = Omit<NewCase, 'dueAt'> & {
  people: readonly { personId: number; part: CasePart }[]
  event?: NewEvent
  /** People who already have another notice about it and get no second one. */
  notified?: readonly number[]
}

/** In the caller's transaction; the desk is notified with its commit. */
export async function openCase(ctx: ListenerCtx, { people, event, notified, ...newCase }: OpenedCase): Promise<number> {
  const id = await insertCase(ctx.db, { ...newCase, dueAt: dueAfter(ctx.now(), newCase.isUrgent) }, ctx.now())
  for (const { personId, part } of people) await addPerson(ctx, id, personId, part)
  await appendEvent(ctx, id, { kind: 'opened', detail: newCase.source })
  if (event) await appendEvent(ctx, id, event)
  await startClock(ctx, id, notified)
  return id
}

/** Until the decision, the person reported does not see who looked at their data: that would reveal the report. */
export async function addPerson(ctx: ListenerCtx, caseId: number, personId: number, part: CasePart): Promise<boolean> {
  const isNew = await insertCasePerson(ctx.db, { caseId, personId, part }, part === 'concerned' || part === 'child')
  if (isNew && part === 'concerned') await upsertLookDelay(ctx.db, { personId, caseId, until: null })
  return isNew
}

/** A graver report makes the case urgent, and its clock starts again unless it ends earlier anyway. */
export async function raiseUrgency(ctx: ListenerCtx, caseId: number): Promise<void> {
  const found = await findCase(ctx.db, caseId)
  if (!found || found.isUrgent) return
  const dueAt = dueAfter(ctx.now(), true)
  await updateCase(ctx.db, caseId, {
    is_urgent: true,
    answered_at: null,
    clock_from: ctx.now(),
    due_at: dueAt < found.dueAt ? dueAt : found.dueAt,
  })
  await startClock(ctx, caseId)
}

/** Restarts the clock, because somebody waits for an answer again. */
export async function restartClock(ctx: ListenerCtx, caseId: number): Promise<void> {
  const found = await findCase(ctx.db, caseId)
  if (!found) return
  const changes = { answered_at: null, clock_from: ctx.now(), due_at: dueAfter(ctx.now(), found.isUrgent) }
  const isOver = found.state === 'closed'
  await updateCase(
    ctx.db,
    caseId,
    isOver ? { ...changes, state: 'open', closed_at: null, taken_by: null, taken_at: null } : changes,
  )
  await startClock(ctx, caseId)
}
