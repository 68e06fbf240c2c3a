import { ImportFields as FieldsSchema } from '@saathi/contract/accounts/import-columns'
import { ImportOutcome, ImportRow } from '@saathi/contract/accounts/import-calls'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { CheckedRow, UncheckedRow } from './check-rows.ts'
import type { SheetColumn } from './read-columns.ts'

const BATCH = 500

type NewRun = { startedBy: number; fileName: string; sha256: Buffer; columns: readonly SheetColumn[]; now: Date }

/** Null if this person has sent the same file in a concurrent request. */
export async function insertRun(db: Db, { startedBy, fileName, sha256, columns, now }: NewRun): Promise<number | null> {
  const row = await db
    .insertInto('import_run')
    .values({
      started_by: startedBy,
      file_name: fileName,
      sha256,
      columns: JSON.stringify(columns),
      created_at: now,
      checked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function insertRows(db: Db, runId: number, rows: readonly CheckedRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    const values = rows.slice(at, at + BATCH).map(({ number, fields, address, outcome, problems }) => ({
      run_id: runId,
      number,
      fields: JSON.stringify(fields),
      address,
      outcome,
      problems: JSON.stringify(problems),
    }))
    await db.insertInto('import_row').values(values).execute()
  }
}

/** The run of this file, unless it was undone. */
export async function findKnownRun(db: Db, startedBy: number, sha256: Buffer): Promise<number | null> {
  const row = await db
    .selectFrom('import_run')
    .select('id')
    .where('started_by', '=', startedBy)
    .where('sha256', '=', sha256)
    .where('state', '<>', 'undone')
    .executeTakeFirst()
  return row?.id ?? null
}

export type RunRow = Awaited<ReturnType<typeof findRuns>>[number]

type RunQuery = { id?: number; startedBy?: number | undefined; limit: number }

/** With a count of each kind of row. */
export function findRuns(db: Db, { id, startedBy, limit }: RunQuery) {
  const count = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`count(*) filter (where ${condition})::int`
  let runs = db.selectFrom('import_run').selectAll().orderBy('id', 'desc').limit(limit)
  if (id !== undefined) runs = runs.where('id', '=', id)
  if (startedBy !== undefined) runs = runs.where('started_by', '=', startedBy)
  return db
    .selectFrom(runs.as('run'))
    .leftJoin('person', 'person.id', 'run.started_by')
    .leftJoinLateral(
      (at) =>
        at
          .selectFrom('import_row')
          .whereRef('import_row.run_id', '=', 'run.id')
          .select([
            sql<number>`count(*)::int`.as('rowCount'),
            count(sql`outcome = 'create'`).as('create'),
            count(sql`outcome = 'update'`).as('update'),
            count(sql`outcome = 'unchanged'`).as('unchanged'),
            count(sql`outcome = 'skipped'`).as('skipped'),
            count(sql`outcome = 'refused'`).as('refused'),
            count(sql`is_corrected`).as('corrected'),
            count(sql`made is not null`).as('created'),
            count(sql`written is not null`).as('updated'),
            count(sql`invited_at is not null`).as('invited'),
            count(sql`kept = 'joined'`).as('joined'),
            count(sql`kept = 'changed' and written is null`).as('changed'),
            count(sql`kept is not null and written is not null`).as('keptUpdates'),
            count(sql`kept = 'in_use'`).as('inUse'),
          ])
          .as('row'),
      (join) => join.onTrue(),
    )
    .select([
      'run.id',
      'run.started_by as startedBy',
      'run.file_name as fileName',
      'run.state',
      'run.columns',
      'run.created_at as createdAt',
      'run.checked_at as checkedAt',
      'run.progress',
      'run.updates_existing as updatesExisting',
      'run.stop_asked_at as stopAskedAt',
      'run.done_at as doneAt',
      'run.invite_at as inviteAt',
      'run.undone_at as undoneAt',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'row.rowCount',
      'row.create',
      'row.update',
      'row.unchanged',
      'row.skipped',
      'row.refused',
      'row.corrected',
      'row.created',
      'row.updated',
      'row.keptUpdates',
      'row.invited',
      'row.joined',
      'row.changed',
      'row.inUse',
    ])
    .orderBy('run.id', 'desc')
    .execute()
}

/** Locked, so that concurrent corrections, starts and undos see each other's result. */
export async function findRunForUpdate(db: Db, id: number) {
  const row = await db
    .selectFrom('import_run')
    .select(['id', 'started_by as startedBy', 'state', 'scope', 'done_at as doneAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

type RunChanges = {
  state?: 'checked' | 'running' | 'done' | 'undoing' | 'undone'
  scope?: number[] | null
  updates_existing?: boolean
  progress?: number
  checked_at?: Date
  stop_asked_at?: Date | null
  done_at?: Date
  invite_at?: Date
  undone_at?: Date
}

export async function updateRun(db: Db, id: number, changes: RunChanges): Promise<void> {
  await db.updateTable('import_run').set(changes).where('id', '=', id).execute()
}

export type RowFilter = 'problems' | 'create' | 'update' | 'unchanged' | 'kept'

const storedRow = [
  'number',
  'fields',
  'outcome',
  'problems',
  'is_left_out as isLeftOut',
  'is_corrected as isCorrected',
  'person_id as personId',
  'kept',
] as const

export async function findRows(db: Db, runId: number, { show, after, limit }: { show: RowFilter; after: number; limit: number }) {
  let query = db.selectFrom('import_row').select(storedRow).where('run_id', '=', runId).where('number', '>', after)
  if (show === 'problems')
    query = query.where((is) => is.or([is('outcome', 'in', ['refused', 'skipped']), is('is_corrected', '=', true)]))
  else if (show === 'kept') query = query.where('kept', 'is not', null)
  else query = query.where('outcome', '=', show)
  const rows = await query.orderBy('number').limit(limit).execute()
  return rows.map((row) => ImportRow.parse(row))
}

export async function findRow(db: Db, runId: number, number: number): Promise<ImportRow | null> {
  const row = await db
    .selectFrom('import_row')
    .select(storedRow)
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? ImportRow.parse(row) : null
}

const toUnchecked = (row: { number: number; fields: unknown; isLeftOut: boolean }): UncheckedRow => ({
  ...row,
  fields: FieldsSchema.parse(row.fields),
})

/** The other rows with one of these addresses. */
export async function findRowsOf(db: Db, runId: number, addresses: readonly string[], except: number): Promise<UncheckedRow[]> {
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('import_row')
    .select(['number', 'fields', 'is_left_out as isLeftOut'])
    .where('run_id', '=', runId)
    .where('address', 'in', addresses)
    .where('number', '<>', except)
    .orderBy('number')
    .execute()
  return rows.map(toUnchecked)
}

export async function findEveryRow(db: Db, runId: number): Promise<UncheckedRow[]> {
  const rows = await db
    .selectFrom('import_row')
    .select(['number', 'fields', 'is_left_out as isLeftOut'])
    .where('run_id', '=', runId)
    .orderBy('number')
    .execute()
  return rows.map(toUnchecked)
}

export async function updateOutcomes(db: Db, runId: number, rows: readonly CheckedRow[]): Promise<void> {
  const found = rows.map(({ number, outcome, problems }) => ({ number, outcome, problems }))
  await sql`
    update import_row set outcome = checked.outcome, problems = checked.problems
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as checked (number int, outcome text, problems jsonb)
    where run_id = ${runId} and import_row.number = checked.number
      and (import_row.outcome, import_row.problems) is distinct from (checked.outcome, checked.problems)`.execute(db)
}

export async function findRowsToRun(db: Db, runId: number, after: number, limit: number): Promise<UncheckedRow[]> {
  const rows = await db
    .selectFrom('import_row')
    .select(['number', 'fields', 'is_left_out as isLeftOut'])
    .where('run_id', '=', runId)
    .where('outcome', 'in', ['create', 'update'])
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(toUnchecked)
}

type RowChanges = Pick<CheckedRow, 'number' | 'fields' | 'address' | 'outcome' | 'problems' | 'isLeftOut'> & {
  isCorrected?: boolean
}

export async function updateRow(db: Db, runId: number, row: RowChanges): Promise<void> {
  await db
    .updateTable('import_row')
    .set({
      fields: JSON.stringify(row.fields),
      address: row.address,
      outcome: ImportOutcome.parse(row.outcome),
      problems: JSON.stringify(row.problems),
      is_left_out: row.isLeftOut,
      ...(row.isCorrected !== undefined && { is_corrected: row.isCorrected }),
    })
    .where('run_id', '=', runId)
    .where('number', '=', row.number)
    .execute()
}

/** Deletes runs and their rows with all personal data. Invitations do not need them any more. */
export async function deleteOldRuns(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('import_run')
    .where((is) => is(is.fn.coalesce('done_at', 'created_at'), '<', before))
    .execute()
}
