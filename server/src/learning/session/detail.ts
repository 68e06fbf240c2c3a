import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { roleMay } from '#accounts/public.ts'
import { findMediaSizes, findVersionContent, pictureHashes, showContent, type VersionStep } from '#content/public.ts'
import type { Actor, Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { requireHubSession, type SessionRef, requireStarted, requireStillOpen } from '../access.ts'
import { findCompletedSteps, findFeedback, saveFeedback } from '../progress-store.ts'
import { findAnswered } from '../quiz/attempt-store.ts'
import type { ReaderSession } from '../store.ts'
import { resumeStep, trackOf } from './progress.ts'

export async function getSession(ctx: Ctx, sessionId: number): Promise<SessionDetail> {
  return describeSession(ctx, await requireHubSession(ctx, sessionId))
}

/** Sessions that were not started are reported as not found. */
export async function getMySession(ctx: Ctx, sessionId: number): Promise<SessionDetail> {
  const session = await requireHubSession(ctx, sessionId)
  if (!session.isStarted) throw notFound('learning.session_not_found')
  return describeSession(ctx, session)
}

/** The session with all its steps; also used by the mentorship domain. */
export async function describeSession({ db, actor }: Ctx, session: ReaderSession): Promise<SessionDetail> {
  const { card, versionId, lastStepId } = session
  const { steps, quizzes } = await findVersionContent(db, versionId, actor.language)
  const pictures = steps.flatMap(({ content }) => pictureHashes(content, actor.language))
  const references = { quizzes, mediaSizes: await findMediaSizes(db, pictures) }
  const track = trackOf({ actor }, session)
  const done = await findCompletedSteps(db, track, versionId)
  const answered = await findAnswered(db, track, versionId)
  const toStep = (step: VersionStep): Step => ({
    id: step.id,
    title: step.title,
    localeTitle: step.localeTitle,
    duration: step.durationMinutes,
    order: step.position,
    status: done.has(step.id) ? 'COMPLETED' : 'NOT_STARTED',
    content: showContent(step.content, references, {
      language: actor.language,
      seesMentorTips: seesMentorTips(actor),
      answeredQuizIds: answered.get(step.id) ?? new Set(),
    }),
  })
  return {
    ...card,
    sessionSteps: steps.map(toStep),
    resumeStep: session.isStarted ? resumeStep({ steps, done, lastStepId }) : null,
    feedback: await findFeedback(db, track, card.id),
  }
}

const seesMentorTips = ({ role }: Actor): boolean => roleMay(role, 'learning.read_mentor_tips')

type Feedback = { session: number; rating: number; review: string }

/** One rating per session; rating again replaces it. */
export async function rateSession(ctx: Ctx, { rating, review, ...ref }: SessionRef & Feedback): Promise<Feedback> {
  const { session } = ref
  const started = await requireStarted(ctx, ref)
  await requireStillOpen(ctx, started)
  const track = trackOf(ctx, started)
  await saveFeedback(ctx.db, { ...track, sessionId: session, rating, review: review.trim(), now: ctx.now() })
  return { session, rating, review: review.trim() }
}
