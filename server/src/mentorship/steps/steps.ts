import type { PairStep, PairStepKind } from '@saathi/contract/mentorship/course-entities'
import { can } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict, coreRefusal, notFound } from '#core/errors.ts'
import { lockMentorship } from '#learning/public.ts'
import { notifyPerson } from '#notices/public.ts'
import { requireWorkedOn } from '../access.ts'
import { endMentorship } from '../lifecycle.ts'
import { findMembers, findMentorship } from '../store.ts'
import * as store from './store.ts'

type StepRequest = { kind: PairStepKind; words: string; reason: string }

/** Steps must follow each other in this order, so that a pair never ends without a warning. A pause is possible at any time. */
const follows: Readonly<Record<PairStepKind, readonly PairStepKind[]>> = {
  remind: [],
  warn: ['remind'],
  pause: [],
  end: ['warn', 'pause'],
}
const MAX_STEPS = 100

/**
 * Coordinators may remind and warn; pausing and ending need a programme manager. Locked, so that concurrent steps run one after
 * the other.
 */
async function lockPair(ctx: Ctx, id: number, kind: PairStepKind): Promise<store.StepRow[]> {
  const { projectId } = await requireWorkedOn(ctx, id)
  const stopsIt = kind === 'pause' || kind === 'end'
  if (stopsIt && !can(ctx.actor, 'staff.mentorships', projectId)) throw coreRefusal('core.forbidden')
  await lockMentorship(ctx.db, id)
  if ((await findMentorship(ctx.db, id))?.endedAt !== null) throw conflict('mentorship.over')
  return store.findSteps(ctx.db, [id])
}

export async function takePairStep(ctx: Ctx, id: number, { kind, words, reason }: StepRequest): Promise<PairStep[]> {
  const taken = await lockPair(ctx, id, kind)
  const needed = follows[kind]
  if (needed.length > 0 && !taken.some((step) => needed.includes(step.kind))) throw conflict('mentorship.step_too_early')
  if (kind === 'pause' && taken.some(store.isPause)) throw conflict('mentorship.step_in_force')
  if (taken.length >= MAX_STEPS) throw conflict('mentorship.step_in_force')
  const takenBy = ctx.actor.personId
  const stepId = await store.insertStep(ctx.db, { mentorshipId: id, kind, words, reason, takenBy, takenAt: ctx.now() })
  await notifyMembers(ctx, id, { stepId, kind, words })
  if (kind === 'pause') await ctx.raise({ type: 'mentorship.pause_changed', mentorshipId: id, isPaused: true })
  if (kind === 'end') await endMentorship(ctx, id)
  return showSteps(ctx.db, id)
}

/** Only a pause can be undone: a message has been read, and after an end the members may have other partners. */
export async function undoPairStep(ctx: Ctx, { id, stepId }: { id: number; stepId: number }): Promise<PairStep[]> {
  const taken = await lockPair(ctx, id, 'pause')
  const step = taken.find((each) => each.id === stepId)
  if (!step) throw notFound('mentorship.step_not_found')
  if (!store.isPause(step)) throw conflict('mentorship.step_final')
  await store.updateUndone(ctx.db, stepId, ctx.now())
  await notifyMembers(ctx, id, { stepId, kind: 'resume', words: '' })
  await ctx.raise({ type: 'mentorship.pause_changed', mentorshipId: id, isPaused: false })
  return showSteps(ctx.db, id)
}

type StepNotice = { stepId: number; kind: PairStepKind | 'resume'; words: string }

/** Sent as `security`, which cannot be switched off, because it may be the last message before an end. */
async function notifyMembers(ctx: Ctx, id: number, { stepId, kind, words }: StepNotice): Promise<void> {
  const inside = (await findMembers(ctx.db, [id])).filter(({ leftAt }) => leftAt === null)
  for (const { personId } of inside.filter(({ part }) => part !== 'pair_manager')) {
    await notifyPerson(ctx, {
      personId,
      kind: 'security',
      template: 'pairStep',
      values: { what: { namesOf: [`notices.pairStep.${kind}`] }, words },
      link: `/mentorship?mentorship=${id}`,
      onceKey: `pair step ${stepId} ${kind}`,
    })
  }
  ctx.push({ to: inside.map(({ personId }) => personId), event: { type: 'mentorship.changed', mentorship: id } })
}

/** Newest first. */
export async function showSteps(db: Db, id: number): Promise<PairStep[]> {
  return (await store.findSteps(db, [id])).toReversed().map(({ id: stepId, kind, words, reason, takenAt, undoneAt }) => ({
    id: stepId,
    kind,
    words,
    reason,
    takenAt: takenAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
  }))
}
