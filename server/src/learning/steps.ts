import { isMandatory } from '@saathi/contract/questions/check-answers'
import type { Finish, SessionProgress } from '@saathi/contract/learning/detail'
import { findVersionContent, revealNothing, showQuiz, type VersionContent, type VersionStep } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, Refusal } from '#core/errors.ts'
import { type Named, requireBegun, requireOpenSession, requireStep, requireStillOpen } from './access.ts'
import { findAnswered } from './attempt-store.ts'
import * as store from './progress-store.ts'
import { standingOf, trackOf } from './standing.ts'
import type { ReadSession } from './store.ts'
import { tellProgress } from './tell-progress.ts'
import { openIfEarned } from './unlock.ts'
import { lockWalks } from './walk-store.ts'
import { completeTogether } from './walks.ts'

/** Begun once: a second time finds what is there. The newest version is what whoever begins will finish. */
export async function startSession(ctx: Ctx, named: Named): Promise<SessionProgress> {
  const session = await requireOpenSession(ctx, named)
  await requireStillOpen(ctx, session)
  const begun = { ...trackOf(ctx, session), sessionId: named.session, versionId: session.versionId, now: ctx.now() }
  const isNew = await store.insertProgress(ctx.db, begun)
  if (isNew) await tellProgress(ctx, session)
  const { versionId } = await requireBegun(ctx, named)
  return standingOf(ctx, session, await findVersionContent(ctx.db, versionId, ctx.actor.language))
}

export async function completeStep(ctx: Ctx, { step: stepId, ...named }: Named & { step: number }): Promise<SessionProgress> {
  const session = await requireBegun(ctx, named)
  const content = await findVersionContent(ctx.db, session.versionId, ctx.actor.language)
  const step = await requireStep(ctx, { session, content }, stepId)
  // Before one's own row: of two who finish at once the second waits here, and not each for the other.
  if (session.mentorshipId !== null && isLast(content, step)) await lockWalks(ctx.db, session.mentorshipId)
  await requireStillOpen(ctx, session)
  await store.lockProgress(ctx.db, trackOf(ctx, session), named.session)
  const refusal = await whyNot(ctx, session, content, step)
  if (refusal) throw refusal
  const finish = await complete(ctx, session, content, step)
  return { ...(await standingOf(ctx, session, content)), ...(finish && { finish }) }
}

/** After a quiz: completes the step if nothing else holds it back, and says nothing if something does. */
export async function completeStepIfOpen(
  ctx: Ctx,
  session: ReadSession,
  content: VersionContent,
  step: VersionStep,
): Promise<Finish | null> {
  return (await whyNot(ctx, session, content, step)) ? null : complete(ctx, session, content, step)
}

/** A quiz that must be taken stands open on the step; or it is the last one and others are open. Completed already is no hindrance. */
async function whyNot(ctx: Ctx, session: ReadSession, content: VersionContent, step: VersionStep): Promise<Refusal | null> {
  const track = trackOf(ctx, session)
  const done = await store.findCompletedSteps(ctx.db, track, session.versionId)
  if (done.has(step.id)) return null
  const answered = (await findAnswered(ctx.db, track, session.versionId)).get(step.id)
  if (dueQuizzes(content, step).some((quizId) => !answered?.has(quizId)))
    return conflict('learning.quiz_open', 'Please take the quiz before moving forward')
  const open = content.steps.filter(({ id }) => id !== step.id && !done.has(id))
  if (!isLast(content, step) || open.length === 0) return null
  return new Refusal(409, 'learning.steps_open', 'Some steps before this one are still open.', {
    errors: { steps: open.map(({ id }) => String(id)) },
  })
}

function dueQuizzes({ quizzes }: VersionContent, { content }: VersionStep): number[] {
  const onStep = quizzes.filter(({ key }) => content.some(({ quizKey }) => quizKey === key))
  return onStep.flatMap(({ id, content: stored }) => (isMandatory(showQuiz(id, stored, '', revealNothing).questions) ? [id] : []))
}

const isLast = ({ steps }: VersionContent, { id }: VersionStep): boolean => steps.at(-1)?.id === id

/** Null unless this was what the session still lacked. */
async function complete(ctx: Ctx, session: ReadSession, content: VersionContent, step: VersionStep): Promise<Finish | null> {
  const track = trackOf(ctx, session)
  const isNew = await store.insertCompletion(ctx.db, track, step.id, ctx.now())
  await store.updateLastStep(ctx.db, track, session.card.id, step.id, ctx.now())
  if (!isNew) return null
  await tellProgress(ctx, session)
  if (!isLast(content, step)) return null
  // The last one is taken only when all others are done.
  if (!(await store.updateCompleted(ctx.db, track, session.card.id, ctx.now()))) return null
  if (track.mentorshipId === null) return openIfEarned(ctx, track.personId)
  await completeTogether(ctx, { ...track, mentorshipId: track.mentorshipId, sessionId: session.card.id })
  return { completed: await store.countCompletedHubSessions(ctx.db, track.personId), opened: [] }
}
