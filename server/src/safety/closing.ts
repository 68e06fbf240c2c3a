import type { Case } from '@saathi/contract/safety/case-entities'
import type { Ctx } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import { lockOwnCase, requireCase } from './access.ts'
import { type CaseRecord, lockCase, updateCase } from './case-store.ts'
import { findEvents } from './chronology-store.ts'
import { notifyColleagues } from './evidence.ts'
import { restartClock } from './open-case.ts'
import { findReportsIn } from './report-store.ts'
import { openPointsOf } from './show-case.ts'
import { findSteps } from './steps/store.ts'
import { finish, markDecided } from './work.ts'

async function findOpenPoints(ctx: Ctx, found: CaseRecord) {
  const reports = await findReportsIn(ctx.db, [found.id])
  return openPointsOf(found, reports, await findSteps(ctx.db, found.id), await findEvents(ctx.db, found.id))
}

export async function closeCase(ctx: Ctx, id: number, decision: string): Promise<Case> {
  const found = await lockOwnCase(ctx, id)
  const open = await findOpenPoints(ctx, found)
  if (open.includes('unanswered_report')) throw conflict('safety.unanswered_report')
  if (open.includes('legal_duty')) throw conflict('safety.legal_duty_open')
  if (open.includes('waiting_step')) throw conflict('safety.step_waits')
  await updateCase(ctx.db, id, { state: 'to_sign_off', close_asked_by: ctx.actor.personId })
  await notifyColleagues(ctx, id)
  return finish(ctx, id, { kind: 'close_asked', text: decision })
}

/** Checks the requirements again: they may have changed since the sign-off was requested. */
export async function signOff(
  ctx: Ctx,
  id: number,
  { isAgreed, text }: { isAgreed: boolean; text: string | null },
): Promise<Case> {
  await requireCase(ctx, id)
  await lockCase(ctx.db, id)
  const found = await requireCase(ctx, id)
  if (found.state !== 'to_sign_off') throw conflict('safety.not_to_sign_off')
  if (found.closeAskedBy === ctx.actor.personId) throw conflict('safety.needs_another')
  if (!isAgreed) {
    await updateCase(ctx.db, id, { state: 'open', close_asked_by: null })
    return finish(ctx, id, { kind: 'sent_back', text })
  }
  const open = await findOpenPoints(ctx, found)
  if (open.includes('unanswered_report')) throw conflict('safety.unanswered_report')
  if (open.includes('legal_duty')) throw conflict('safety.legal_duty_open')
  await updateCase(ctx.db, id, { state: 'closed', closed_at: ctx.now(), answered_at: found.answeredAt ?? ctx.now() })
  await markDecided(ctx, found)
  return finish(ctx, id, { kind: 'signed_off', text })
}

export async function reopenCase(ctx: Ctx, id: number, reason: string): Promise<Case> {
  await requireCase(ctx, id)
  await lockCase(ctx.db, id)
  const found = await requireCase(ctx, id)
  if (found.state !== 'closed') throw conflict('safety.case_not_closed')
  await restartClock(ctx, id)
  return finish(ctx, id, { kind: 'reopened_by_team', text: reason })
}
