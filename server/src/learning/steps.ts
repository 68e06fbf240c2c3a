import { isMandatory } from '@saathi/contract/questions/check-answers'
import type { Standing } from '@saathi/contract/learning/detail'
import { findVersionContent, revealNothing, showQuiz, type VersionContent, type VersionStep } from '#content/face.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, Refusal } from '#core/errors.ts'
import { requireBegun, requireSession, requireStep } from './access.ts'
import { findAnswered } from './attempt-store.ts'
import * as store from './progress-store.ts'
import { standingOf } from './standing.ts'
import { openIfEarned } from './unlock.ts'

/** Begun once: a second time finds what is there. The newest version is what whoever begins will finish. */
export async function startSession(ctx: Ctx, sessionId: number): Promise<Standing> {
  const { versionId } = await requireSession(ctx, sessionId)
  const { personId, language } = ctx.actor
  const isNew = await store.insertProgress(ctx.db, { personId, sessionId, versionId, now: ctx.now() })
  if (isNew) ctx.push({ to: [personId], event: { type: 'learning.progress_changed', session: sessionId } })
  const session = await requireSession(ctx, sessionId)
  return standingOf(ctx, sessionId, await findVersionContent(ctx.db, session.versionId, language))
}

export async function completeStep(ctx: Ctx, sessionId: number, stepId: number): Promise<Standing> {
  const session = await requireBegun(ctx, sessionId)
  const content = await findVersionContent(ctx.db, session.versionId, ctx.actor.language)
  const step = await requireStep(ctx, content, stepId)
  await store.lockProgress(ctx.db, ctx.actor.personId, sessionId)
  const refusal = await whyNot(ctx, session.versionId, content, step)
  if (refusal) throw refusal
  await complete(ctx, sessionId, content, step)
  return standingOf(ctx, sessionId, content)
}

/** After a quiz: completes the step if nothing else holds it back, and says nothing if something does. */
export async function completeStepIfOpen(
  ctx: Ctx,
  sessionId: number,
  versionId: number,
  content: VersionContent,
  step: VersionStep,
) {
  await store.lockProgress(ctx.db, ctx.actor.personId, sessionId)
  if (!(await whyNot(ctx, versionId, content, step))) await complete(ctx, sessionId, content, step)
}

/** A quiz that must be taken stands open on the step; or it is the last one and others are open. Completed already is no hindrance. */
async function whyNot(
  { db, actor }: Ctx,
  versionId: number,
  content: VersionContent,
  step: VersionStep,
): Promise<Refusal | null> {
  const done = await store.findCompletedSteps(db, actor.personId, versionId)
  if (done.has(step.id)) return null
  const answered = (await findAnswered(db, actor.personId, versionId)).get(step.id)
  if (dueQuizzes(content, step).some((quizId) => !answered?.has(quizId)))
    return conflict('learning.quiz_open', 'Please take the quiz before moving forward')
  const isLast = content.steps.at(-1)?.id === step.id
  const open = content.steps.filter(({ id }) => id !== step.id && !done.has(id))
  if (!isLast || open.length === 0) return null
  return new Refusal(409, 'learning.steps_open', 'Some steps before this one are still open.', {
    errors: { steps: open.map(({ id }) => String(id)) },
  })
}

function dueQuizzes({ quizzes }: VersionContent, { content }: VersionStep): number[] {
  const onStep = quizzes.filter(({ key }) => content.some(({ quizKey }) => quizKey === key))
  return onStep.flatMap(({ id, content: stored }) => (isMandatory(showQuiz(id, stored, '', revealNothing).questions) ? [id] : []))
}

async function complete(ctx: Ctx, sessionId: number, { steps }: VersionContent, step: VersionStep): Promise<void> {
  const { db, actor } = ctx
  const { personId } = actor
  const isNew = await store.insertCompletion(db, personId, step.id, ctx.now())
  await store.updateLastStep(db, personId, sessionId, step.id, ctx.now())
  if (!isNew) return
  ctx.push({ to: [personId], event: { type: 'learning.progress_changed', session: sessionId } })
  if (steps.at(-1)?.id !== step.id) return
  // The last one is taken only when all others are done.
  if (await store.updateCompleted(db, personId, sessionId, ctx.now())) await openIfEarned(ctx)
}
