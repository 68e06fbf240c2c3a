import type { Db } from '#core/ctx.ts'

export type TaskRecord = { id: number; text: string; dueAt: Date | null; addedBy: number; doneAt: Date | null }

export function findTasks(db: Db, caseId: number): Promise<TaskRecord[]> {
  return db
    .selectFrom('safety_task')
    .select(['id', 'text', 'due_at as dueAt', 'added_by as addedBy', 'done_at as doneAt'])
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute()
}

export async function insertTask(
  db: Db,
  { caseId, text, dueAt, addedBy }: { caseId: number; text: string; dueAt: Date | null; addedBy: number },
): Promise<void> {
  await db.insertInto('safety_task').values({ case_id: caseId, text, due_at: dueAt, added_by: addedBy }).execute()
}

/** Null if the case has no such open task. */
export async function updateTaskDone(db: Db, caseId: number, taskId: number, now: Date): Promise<string | null> {
  const row = await db
    .updateTable('safety_task')
    .set({ done_at: now })
    .where('id', '=', taskId)
    .where('case_id', '=', caseId)
    .where('done_at', 'is', null)
    .returning('text')
    .executeTakeFirst()
  return row?.text ?? null
}

export type UnlockRecord = {
  id: number
  caseId: number
  channelId: number
  reason: string
  askedBy: number
  askedAt: Date
  agreedBy: number | null
  until: Date | null
  closedAt: Date | null
}

const unlocks = (db: Db) =>
  db
    .selectFrom('safety_unlock')
    .select([
      'id',
      'case_id as caseId',
      'channel_id as channelId',
      'reason',
      'asked_by as askedBy',
      'asked_at as askedAt',
      'agreed_by as agreedBy',
      'until',
      'closed_at as closedAt',
    ])

export const findUnlocks = (db: Db, caseId: number): Promise<UnlockRecord[]> =>
  unlocks(db).where('case_id', '=', caseId).orderBy('id', 'desc').limit(50).execute()

export const findUnlock = async (db: Db, id: number): Promise<UnlockRecord | null> =>
  (await unlocks(db).where('id', '=', id).executeTakeFirst()) ?? null

export async function insertUnlock(
  db: Db,
  unlock: Pick<UnlockRecord, 'caseId' | 'channelId' | 'reason' | 'askedBy' | 'askedAt'>,
): Promise<void> {
  const { caseId, channelId, reason, askedBy, askedAt } = unlock
  await db
    .insertInto('safety_unlock')
    .values({ case_id: caseId, channel_id: channelId, reason, asked_by: askedBy, asked_at: askedAt })
    .execute()
}

export async function updateUnlock(
  db: Db,
  id: number,
  changes: { agreed_by: number; until: Date } | { closed_at: Date },
): Promise<void> {
  await db.updateTable('safety_unlock').set(changes).where('id', '=', id).execute()
}

export type NumbersRecord = {
  headName: string
  policeName: string
  policeNumber: string
  checkedBy: number | null
  checkedAt: Date
}

export async function findNumbers(db: Db, projectId: number | null): Promise<NumbersRecord | null> {
  if (projectId === null) return null
  const row = await db
    .selectFrom('safety_numbers')
    .select([
      'head_name as headName',
      'police_name as policeName',
      'police_number as policeNumber',
      'checked_by as checkedBy',
      'checked_at as checkedAt',
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row ?? null
}

export async function saveNumbers(db: Db, projectId: number, numbers: NumbersRecord): Promise<void> {
  const row = {
    head_name: numbers.headName,
    police_name: numbers.policeName,
    police_number: numbers.policeNumber,
    checked_by: numbers.checkedBy,
    checked_at: numbers.checkedAt,
  }
  await db
    .insertInto('safety_numbers')
    .values({ project_id: projectId, ...row })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(row))
    .execute()
}

export async function hasProgramme(db: Db, projectId: number): Promise<boolean> {
  return (await db.selectFrom('project').select('id').where('id', '=', projectId).executeTakeFirst()) !== undefined
}
