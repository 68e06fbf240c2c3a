import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { roleMay } from '#accounts/face.ts'
import { findVersionContent, showContent, type VersionStep } from '#content/face.ts'
import type { Actor, Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { requireSession } from './access.ts'
import { findAnswered } from './attempt-store.ts'
import { findCompletedSteps, findFeedback } from './progress-store.ts'
import { resumeStep } from './standing.ts'
import type { HubSession } from './store.ts'

export async function getSession(ctx: Ctx, sessionId: number): Promise<SessionDetail> {
  return describeSession(ctx, await requireSession(ctx, sessionId))
}

/** One that was not begun is not among mine. */
export async function getMySession(ctx: Ctx, sessionId: number): Promise<SessionDetail> {
  const session = await requireSession(ctx, sessionId)
  if (!session.isBegun) throw notFound('learning.session_not_found', 'There is no such session.')
  return describeSession(ctx, session)
}

async function describeSession({ db, actor }: Ctx, session: HubSession): Promise<SessionDetail> {
  const { card, versionId, lastStepId } = session
  const { steps, quizzes } = await findVersionContent(db, versionId, actor.language)
  const done = await findCompletedSteps(db, actor.personId, versionId)
  const answered = await findAnswered(db, actor.personId, versionId)
  const toStep = (step: VersionStep): Step => ({
    id: step.id,
    title: step.title,
    localeTitle: step.localeTitle,
    duration: step.durationMinutes,
    order: step.position,
    status: done.has(step.id) ? 'COMPLETED' : 'NOT_STARTED',
    content: showContent(step.content, quizzes, {
      language: actor.language,
      seesMentorTips: seesMentorTips(actor),
      answeredQuizIds: answered.get(step.id) ?? new Set(),
    }),
  })
  return {
    ...card,
    sessionSteps: steps.map(toStep),
    resumeStep: session.isBegun ? resumeStep({ steps, done, lastStepId }) : null,
    feedback: await findFeedback(db, actor.personId, card.id),
  }
}

const seesMentorTips = ({ role }: Actor): boolean => roleMay(role, 'learning.read_mentor_tips')
