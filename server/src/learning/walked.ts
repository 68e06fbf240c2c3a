import type { Db } from '#core/ctx.ts'
import { resumeStep } from './standing.ts'
import * as store from './walked-store.ts'

export type WalkedStep = { id: number; key: string }
/** One member in one session. Steps are known by their keys, which stay the same from version to version. */
export type Walked = {
  personId: number
  sessionId: number
  title: string
  localeTitle: string
  endDate: Date
  isOpen: boolean
  isBegun: boolean
  completedAt: Date | null
  steps: readonly WalkedStep[]
  doneKeys: ReadonlySet<string>
  /** Where they stand, in a session they have begun and not finished. */
  currentKey: string | null
  /** How well each quiz of their version was answered at best; null where it was not. */
  marks: readonly (number | null)[]
}

/** All who walk or walked in a mentorship, through all its sessions, in their order. */
export async function readWalked(db: Db, mentorshipId: number, language: string): Promise<Walked[]> {
  const walks = await store.findWalks(db, mentorshipId, language)
  const versionIds = [...new Set(walks.flatMap(({ versionId }) => versionId ?? []))]
  const steps = Map.groupBy(await store.findStepsOfVersions(db, versionIds), ({ versionId }) => versionId)
  const quizzes = Map.groupBy(await store.findQuizzesOfVersions(db, versionIds), ({ versionId }) => versionId)
  const done = Map.groupBy(await store.findStepsDone(db, mentorshipId), ({ personId }) => personId)
  const marks = Map.groupBy(await store.findBestMarks(db, mentorshipId), ({ personId }) => personId)

  return walks.map(({ versionId, startedAt, closedAt, lastStepId, ...walk }) => {
    const own = steps.get(versionId ?? 0) ?? []
    const doneIds = new Set(done.get(walk.personId)?.map(({ stepId }) => stepId))
    const isBegun = startedAt !== null
    const current = isBegun && walk.completedAt === null ? resumeStep({ steps: own, done: doneIds, lastStepId }) : null
    const answered = new Map(marks.get(walk.personId)?.map(({ quizId, mark }) => [quizId, mark]))
    return {
      ...walk,
      isOpen: closedAt === null,
      isBegun,
      steps: own,
      doneKeys: new Set(own.flatMap(({ id, key }) => (doneIds.has(id) ? [key] : []))),
      currentKey: own.find(({ id }) => id === current)?.key ?? null,
      marks: (quizzes.get(versionId ?? 0) ?? []).map(({ id }) => answered.get(id) ?? null),
    }
  })
}
