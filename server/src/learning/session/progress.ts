import type { SessionProgress } from '@saathi/contract/learning/detail'
import type { VersionContent } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import type { ViewerCtx } from '../access.ts'
import { findCompletedSteps, type Track } from '../progress-store.ts'
import { findSession, type ReaderSession } from '../store.ts'

type ResumeState = { steps: readonly { id: number }[]; done: ReadonlySet<number>; lastStepId: number | null }

/**
 * The first open step after the step that the reader left last, else any open step. A finished session resumes at its first step.
 */
export function resumeStep({ steps, done, lastStepId }: ResumeState): number | null {
  const left = steps.findIndex(({ id }) => id === lastStepId)
  const isOpen = ({ id }: { id: number }) => !done.has(id)
  const next = steps.slice(left + 1).find(isOpen) ?? steps.find(isOpen)
  return (next ?? steps[0])?.id ?? null
}

/** The actor's track for this session. */
export const trackOf = ({ actor }: Pick<ViewerCtx, 'actor'>, { mentorshipId }: Pick<ReaderSession, 'mentorshipId'>): Track => ({
  personId: actor.personId,
  mentorshipId,
})

/** The actor's progress, reloaded. The only place that builds a SessionProgress. */
export async function findProgress(
  ctx: ViewerCtx,
  before: ReaderSession,
  { steps }: Pick<VersionContent, 'steps'>,
): Promise<SessionProgress> {
  const { db, actor } = ctx
  const session = (await findSession(db, { ...actor, mentorshipId: before.mentorshipId }, before.card.id)) ?? before
  return describeProgress(session, steps, await findCompletedSteps(db, trackOf(ctx, session), session.versionId))
}

function describeProgress(
  { card, lastStepId }: ReaderSession,
  steps: VersionContent['steps'],
  done: ReadonlySet<number>,
): SessionProgress {
  return {
    session: card.id,
    sessionStatus: card.sessionStatus,
    sessionDuration: card.sessionDuration,
    durationCompleted: card.durationCompleted,
    completedSteps: card.completedSteps,
    totalSteps: card.totalSteps,
    completedStepIds: steps.flatMap(({ id }) => (done.has(id) ? [id] : [])),
    resumeStep: resumeStep({ steps, done, lastStepId }),
  }
}

/** Notifies the person's own tabs; partners are notified by the mentorship domain. */
export async function publishProgress(ctx: Ctx, { card, mentorshipId }: ReaderSession): Promise<void> {
  const { personId } = ctx.actor
  ctx.push({ to: [personId], event: { type: 'learning.progress_changed', session: card.id } })
  if (mentorshipId !== null)
    await ctx.raise({ type: 'learning.mentorship_progressed', personId, mentorshipId, sessionId: card.id })
}
