import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import type { Finish, SessionProgress } from '@saathi/contract/learning/detail'
import { isMandatory } from '@saathi/contract/questions/answers'
import { openExperiences } from '#accounts/public.ts'
import { findVersionContent, revealNothing, showQuiz, type VersionContent, type VersionStep } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, Refusal } from '#core/errors.ts'
import { type SessionRef, requireStarted, requireOpenSession, requireStep, requireStillOpen } from '../access.ts'
import { lockMentorship } from '../mentorship/session-store.ts'
import { completeTogether } from '../mentorship/sessions.ts'
import * as store from '../progress-store.ts'
import { countCompletedHubSessions, lockCompletedCount } from '../progress-store.ts'
import { publishProgress, findProgress, trackOf } from './progress.ts'
import { findAnswered } from '../quiz/attempt-store.ts'
import type { ReaderSession } from '../store.ts'

/** Idempotent: starting again changes nothing. The reader stays on the version that was newest at the start. */
export async function startSession(ctx: Ctx, ref: SessionRef): Promise<SessionProgress> {
  const session = await requireOpenSession(ctx, ref)
  await requireStillOpen(ctx, session)
  const started = { ...trackOf(ctx, session), sessionId: ref.session, versionId: session.versionId, now: ctx.now() }
  const isNew = await store.insertProgress(ctx.db, started)
  if (isNew) await publishProgress(ctx, session)
  const { versionId } = await requireStarted(ctx, ref)
  return findProgress(ctx, session, await findVersionContent(ctx.db, versionId, ctx.actor.language))
}

export async function completeStep(ctx: Ctx, { step: stepId, ...ref }: SessionRef & { step: number }): Promise<SessionProgress> {
  const session = await requireStarted(ctx, ref)
  const content = await findVersionContent(ctx.db, session.versionId, ctx.actor.language)
  const step = await requireStep(ctx, { session, content }, stepId)
  // Lock the mentorship before the own row, so that two members who finish at once cannot deadlock.
  if (session.mentorshipId !== null && isLast(content, step)) await lockMentorship(ctx.db, session.mentorshipId)
  await requireStillOpen(ctx, session)
  await store.lockProgress(ctx.db, trackOf(ctx, session), ref.session)
  const refusal = await findBlocker(ctx, session, content, step)
  if (refusal) throw refusal
  const finish = await complete(ctx, session, content, step)
  return { ...(await findProgress(ctx, session, content)), ...(finish && { finish }) }
}

/** After a quiz: completes the step, or returns null when something still blocks it. */
export async function completeStepIfOpen(
  ctx: Ctx,
  session: ReaderSession,
  content: VersionContent,
  step: VersionStep,
): Promise<Finish | null> {
  return (await findBlocker(ctx, session, content, step)) ? null : complete(ctx, session, content, step)
}

/** Blocked by an open mandatory quiz, or on the last step by other open steps. A completed step is never blocked. */
async function findBlocker(
  ctx: Ctx,
  session: ReaderSession,
  content: VersionContent,
  step: VersionStep,
): Promise<Refusal | null> {
  const track = trackOf(ctx, session)
  const done = await store.findCompletedSteps(ctx.db, track, session.versionId)
  if (done.has(step.id)) return null
  const answered = (await findAnswered(ctx.db, track, session.versionId)).get(step.id)
  if (mandatoryQuizIds(content, step).some((quizId) => !answered?.has(quizId))) return conflict('learning.quiz_open')
  const open = content.steps.filter(({ id }) => id !== step.id && !done.has(id))
  if (!isLast(content, step) || open.length === 0) return null
  return new Refusal(409, 'learning.steps_open', {
    errors: { steps: open.map(({ id }) => String(id)) },
  })
}

function mandatoryQuizIds({ quizzes }: VersionContent, { content }: VersionStep): number[] {
  const onStep = quizzes.filter(({ key }) => content.some(({ quizKey }) => quizKey === key))
  return onStep.flatMap(({ id, content: stored }) => (isMandatory(showQuiz(id, stored, '', revealNothing).questions) ? [id] : []))
}

const isLast = ({ steps }: VersionContent, { id }: VersionStep): boolean => steps.at(-1)?.id === id

/** Null unless this step completed the session. */
async function complete(ctx: Ctx, session: ReaderSession, content: VersionContent, step: VersionStep): Promise<Finish | null> {
  const track = trackOf(ctx, session)
  const isNew = await store.insertCompletion(ctx.db, track, step.id, ctx.now())
  await store.updateLastStep(ctx.db, track, session.card.id, step.id, ctx.now())
  if (!isNew) return null
  await publishProgress(ctx, session)
  if (!isLast(content, step)) return null
  // The last step can be completed only after all others.
  if (!(await store.updateCompleted(ctx.db, track, session.card.id, ctx.now()))) return null
  if (track.mentorshipId === null) return openIfEarned(ctx, track.personId)
  await completeTogether(ctx, { ...track, mentorshipId: track.mentorshipId, sessionId: session.card.id })
  return { completed: await store.countCompletedHubSessions(ctx.db, track.personId), opened: [] }
}

const opensWithSessions = ['curriculum', 'internship'] as const

/** The fifth completed hub session unlocks mentorship and internship permanently; later sessions change nothing. */
export async function openIfEarned(ctx: Pick<Ctx, 'db' | 'raise' | 'push'>, personId: number): Promise<Finish> {
  await lockCompletedCount(ctx.db, personId)
  const completed = await countCompletedHubSessions(ctx.db, personId)
  if (completed < SESSIONS_TO_UNLOCK) return { completed, opened: [] }
  const opened = await openExperiences(ctx, personId, opensWithSessions)
  const hasOpened = (flag: (typeof opened)[number]) => opened.includes(flag)
  return {
    completed,
    opened: [
      ...(hasOpened('curriculum') ? ['mentorship' as const] : []),
      ...(hasOpened('internship') ? ['internship' as const] : []),
    ],
  }
}
