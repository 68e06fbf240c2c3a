import { PairStepKind } from '@saathi/contract/mentorship/course-entities'
import type { Db } from '#core/ctx.ts'

export type StepRow = {
  id: number
  mentorshipId: number
  kind: PairStepKind
  words: string
  reason: string
  takenAt: Date
  undoneAt: Date | null
}

function steps(db: Db) {
  return db
    .selectFrom('pair_step')
    .select(['id', 'mentorship_id as mentorshipId', 'kind', 'words', 'reason', 'taken_at as takenAt', 'undone_at as undoneAt'])
}
type Row = Awaited<ReturnType<ReturnType<typeof steps>['executeTakeFirstOrThrow']>>
const toStep = (row: Row): StepRow => ({ ...row, kind: PairStepKind.parse(row.kind) })

/** Oldest first. */
export async function findSteps(db: Db, mentorshipIds: readonly number[]): Promise<StepRow[]> {
  if (mentorshipIds.length === 0) return []
  return (await steps(db).where('mentorship_id', 'in', mentorshipIds).orderBy('id').execute()).map(toStep)
}

/** Whether a step of the team has paused the pair. Pauses by the safety desk are separate. */
export async function isPairPaused(db: Db, mentorshipId: number): Promise<boolean> {
  return (await findSteps(db, [mentorshipId])).some(isPause)
}

export const isPause = ({ kind, undoneAt }: StepRow): boolean => kind === 'pause' && undoneAt === null

type NewStep = Omit<StepRow, 'id' | 'undoneAt'> & { takenBy: number }

export async function insertStep(db: Db, { mentorshipId, kind, words, reason, takenBy, takenAt }: NewStep): Promise<number> {
  const { id } = await db
    .insertInto('pair_step')
    .values({ mentorship_id: mentorshipId, kind, words, reason, taken_by: takenBy, taken_at: takenAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateUndone(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('pair_step').set({ undone_at: now }).where('id', '=', id).execute()
}

/** Removes the name of a colleague who leaves from the steps they took. */
export async function updateStepsWithout(db: Db, personId: number): Promise<void> {
  await db.updateTable('pair_step').set({ taken_by: null }).where('taken_by', '=', personId).execute()
}
