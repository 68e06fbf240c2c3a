import type { Standing } from '@saathi/contract/learning/detail'
import type { VersionContent } from '#content/face.ts'
import { type Asked, requireSession } from './access.ts'
import { findCompletedSteps } from './progress-store.ts'
import type { HubSession } from './store.ts'

type Resuming = { steps: VersionContent['steps']; done: ReadonlySet<number>; lastStepId: number | null }

/** The first open step after the one that was left last, then any that is open, then the one left last. */
export function resumeStep({ steps, done, lastStepId }: Resuming): number | null {
  const left = steps.findIndex(({ id }) => id === lastStepId)
  const isOpen = ({ id }: { id: number }) => !done.has(id)
  const next = steps.slice(left + 1).find(isOpen) ?? steps.find(isOpen)
  return next?.id ?? lastStepId ?? steps[0]?.id ?? null
}

/** How far the actor has come, read anew: the one place where a session's progress is put into words. */
export async function standingOf(asked: Asked, sessionId: number, { steps }: Pick<VersionContent, 'steps'>): Promise<Standing> {
  const session = await requireSession(asked, sessionId)
  const done = await findCompletedSteps(asked.db, asked.actor.personId, session.versionId)
  return describeStanding(session, steps, done)
}

function describeStanding({ card, lastStepId }: HubSession, steps: VersionContent['steps'], done: ReadonlySet<number>): Standing {
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
