import { DAY_MS } from '@saathi/contract/core/time'
import { isStaffRole } from '@saathi/contract/accounts/roles'
import { type Case, type StepKind, stepRules } from '@saathi/contract/safety/case-entities'
import * as z from 'zod/mini'
import { findChannelIdsOfMentorship } from '#chat/public.ts'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { defineJob, withClockSlack } from '#core/jobs/define-job.ts'
import { lockOpenCase, lockOwnCase, requireCase } from '../access.ts'
import { publishCaseChanged } from '../alerts.ts'
import { type CaseRecord, findCase, lockCase } from '../case-store.ts'
import { appendEvent } from '../chronology-store.ts'
import { notifyColleagues } from '../evidence.ts'
import { findPeople, roleOf } from '../person-store.ts'
import { finish, markDecided, requireInvolved } from '../work.ts'
import { applyStep, revokeStep } from './effects.ts'
import { notifyStep, notifyUndone } from './notify.ts'
import { findSameInForce, findSteps, insertStep, lockStep, type StepRecord, updateStep } from './store.ts'

type StepRequest = { kind: StepKind; personId: number; words: string | null; until: string | null; reason: string }

const STEPS_MAX = 100
const UNTIL_MAX_MS = 366 * DAY_MS

/** Ends exactly once, even if a server stops in between. */
export const endStepJob = defineJob({
  name: 'safety.end_step',
  payload: z.strictObject({ stepId: z.int(), caseId: z.int() }),
  retry: { limit: 50, delaySeconds: 5, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 30,
  work: async (ctx, { stepId, caseId }) => {
    await lockCase(ctx.db, caseId)
    const step = await lockStep(ctx.db, stepId)
    if (step?.state !== 'in_force') return
    await revoke(ctx, step, 'ended')
    await appendEvent(ctx, caseId, { kind: 'step_undone', person: step.personId, detail: step.kind })
    await publishCaseChanged(ctx, caseId)
  },
})

function requireUntil(ctx: Ctx, { kind, until }: StepRequest): Date | null {
  const time = until === null ? null : new Date(until)
  const now = ctx.now().getTime()
  const fits = time === null || (stepRules[kind].hasEnd && time.getTime() > now && time.getTime() <= now + UNTIL_MAX_MS)
  // A suspension needs an end: without one it would be a ban decided by one person.
  if (!fits || (time === null && (kind === 'suspend' || kind === 'mute'))) throw badInput('safety.until_does_not_fit')
  return time
}

/** Accounts of colleagues are changed by administrators, on the page of the team. */
async function requireMember(ctx: Ctx, found: CaseRecord, personId: number): Promise<void> {
  await requireInvolved(ctx, found, personId)
  const role = roleOf((await findPeople(ctx.db, [personId])).get(personId))
  if (role === null || isStaffRole(role)) throw notFound('safety.person_not_found')
}

export async function takeStep(ctx: Ctx, id: number, request: StepRequest): Promise<Case> {
  const { kind, personId, words } = request
  const found = await lockOwnCase(ctx, id)
  await requireMember(ctx, found, personId)
  const until = requireUntil(ctx, request)
  if (kind === 'pause_channel' && found.channelId === null) throw badInput('safety.no_channel')
  const isOnPair = kind === 'pause_pair' || kind === 'end_pair'
  if (isOnPair && found.mentorshipId === null) throw badInput('safety.no_pair')
  const target = {
    kind,
    personId,
    channelId: kind === 'pause_channel' ? found.channelId : null,
    mentorshipId: isOnPair ? found.mentorshipId : null,
  }
  const known = await findSteps(ctx.db, id)
  if (known.length >= STEPS_MAX) throw conflict('safety.too_many_entries')
  if (kind !== 'warn' && (await findSameInForce(ctx.db, target)).length > 0) throw conflict('safety.already_in_force')
  const state = stepRules[kind].needsTwo ? ('asked' as const) : ('in_force' as const)
  const takenBy = ctx.actor.personId
  const stepId = await insertStep(ctx.db, { ...target, caseId: id, words, state, takenBy, takenAt: ctx.now(), until })
  if (state === 'asked') {
    await notifyColleagues(ctx, id)
    return finish(ctx, id, { kind: 'step_asked', person: personId, detail: kind, text: request.reason })
  }
  await putInForce(ctx, found, stepId)
  return finish(ctx, id, { kind: 'step_taken', person: personId, detail: kind, text: request.reason, until })
}

async function putInForce(ctx: Ctx, found: CaseRecord, stepId: number): Promise<void> {
  const step = await lockStep(ctx.db, stepId)
  if (!step) return
  // Notify before the step takes effect: a suspended person must still learn why.
  await notifyStep(ctx, step)
  await applyStep(ctx, step)
  if (step.until)
    await ctx.enqueue(endStepJob, { stepId, caseId: found.id }, { runAt: withClockSlack(step.until), onceKey: String(stepId) })
  await markDecided(ctx, found)
}

type StepRef = { id: number; stepId: number }

async function requireStep(ctx: Ctx, { id, stepId }: StepRef): Promise<StepRecord> {
  const step = await lockStep(ctx.db, stepId)
  if (step?.caseId !== id) throw notFound('safety.step_not_found')
  return step
}

export async function agreeStep(ctx: Ctx, ref: StepRef): Promise<Case> {
  const found = await lockOpenCase(ctx, ref.id)
  const step = await requireStep(ctx, ref)
  if (step.state !== 'asked') throw conflict('safety.step_decided')
  if (step.takenBy === ctx.actor.personId) throw conflict('safety.needs_another')
  await updateStep(ctx.db, step.id, { state: 'in_force', agreed_by: ctx.actor.personId })
  await putInForce(ctx, found, step.id)
  return finish(ctx, ref.id, { kind: 'step_taken', person: step.personId, detail: step.kind })
}

/** Also allowed in a closed case, so that a mistake can be corrected at once. */
export async function undoStep(ctx: Ctx, ref: StepRef, reason: string): Promise<Case> {
  const found = await findCase(ctx.db, ref.id)
  if (found?.state === 'closed') await lockClosed(ctx, ref.id)
  else await lockOwnCase(ctx, ref.id)
  const step = await requireStep(ctx, ref)
  if (step.state !== 'asked' && step.state !== 'in_force') throw conflict('safety.step_decided')
  if (!stepRules[step.kind].canUndo) throw conflict('safety.cannot_undo')
  if (step.state === 'asked') await updateStep(ctx.db, step.id, { state: 'undone' })
  else {
    await revoke(ctx, step, 'undone')
    await notifyUndone(ctx, step)
  }
  return finish(ctx, ref.id, { kind: 'step_undone', person: step.personId, detail: step.kind, text: reason })
}

async function lockClosed(ctx: Ctx, id: number): Promise<void> {
  await requireCase(ctx, id)
  await lockCase(ctx.db, id)
}

async function revoke(ctx: ListenerCtx, step: StepRecord, state: 'ended' | 'undone'): Promise<void> {
  await updateStep(ctx.db, step.id, { state })
  const channelIds =
    step.kind === 'pause_channel' && step.channelId !== null
      ? [step.channelId]
      : step.kind === 'pause_pair' && step.mentorshipId !== null
        ? await findChannelIdsOfMentorship(ctx.db, step.mentorshipId)
        : []
  await revokeStep(ctx, step, channelIds)
}
