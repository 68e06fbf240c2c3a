import type { SessionProgress } from '@saathi/contract/learning/detail'
import type { VersionContent } from '#content/public.ts'
import type { Asked } from './access.ts'
import { findCompletedSteps } from './progress-store.ts'
import { findSession, type ReadSession } from './store.ts'
import type { Track } from './track.ts'

type Resuming = { steps: readonly { id: number }[]; done: ReadonlySet<number>; lastStepId: number | null }

/** The first open step after the one that was left last, then any that is open. Whoever has finished begins again at the beginning. */
export function resumeStep({ steps, done, lastStepId }: Resuming): number | null {
  const left = steps.findIndex(({ id }) => id === lastStepId)
  const isOpen = ({ id }: { id: number }) => !done.has(id)
  const next = steps.slice(left + 1).find(isOpen) ?? steps.find(isOpen)
  return (next ?? steps[0])?.id ?? null
}

/** Where the actor's progress in this session is kept. */
export const trackOf = ({ actor }: Pick<Asked, 'actor'>, { mentorshipId }: Pick<ReadSession, 'mentorshipId'>): Track => ({
  personId: actor.personId,
  mentorshipId,
})

/** How far the actor has come, read anew: the one place where a session's progress is put into words. */
export async function standingOf(
  asked: Asked,
  before: ReadSession,
  { steps }: Pick<VersionContent, 'steps'>,
): Promise<SessionProgress> {
  const { db, actor } = asked
  const session = (await findSession(db, { ...actor, mentorshipId: before.mentorshipId }, before.card.id)) ?? before
  return describeStanding(session, steps, await findCompletedSteps(db, trackOf(asked, session), session.versionId))
}

function describeStanding(
  { card, lastStepId }: ReadSession,
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
