import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** A lock, so that several servers and imports count their invitations one after the other. */
export async function lockInvitations(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7200035)`.execute(db)
}

export async function countInvitedSince(db: Db, since: Date, until: Date): Promise<number> {
  const { count } = await db
    .selectFrom('import_row')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('invited_at', '>', since)
    .where('invited_at', '<=', until)
    .executeTakeFirstOrThrow()
  return count
}

const waiting = (db: Db, due: Date) =>
  db
    .selectFrom('import_row')
    .innerJoin('import_run', 'import_run.id', 'import_row.run_id')
    .where('import_run.state', '=', 'done')
    .where('import_run.invite_at', '<=', due)
    .where('import_row.person_id', 'is not', null)
    // People whom the import has only changed need no invitation.
    .where('import_row.made', 'is not', null)
    .where('import_row.invited_at', 'is', null)

export async function findRowsToInvite(
  db: Db,
  due: Date,
  limit: number,
): Promise<{ runId: number; number: number; personId: number }[]> {
  if (limit === 0) return []
  const rows = await waiting(db, due)
    .select(['run_id as runId', 'number', 'person_id as personId'])
    .orderBy('run_id')
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.flatMap(({ personId, ...row }) => (personId === null ? [] : [{ ...row, personId }]))
}

export async function hasRowsToInvite(db: Db, due: Date): Promise<boolean> {
  return (await waiting(db, due).select('number').limit(1).executeTakeFirst()) !== undefined
}

type Invited = { runId: number; number: number; at: Date }

export async function updateInvited(db: Db, { runId, number, at }: Invited): Promise<void> {
  await db.updateTable('import_row').set({ invited_at: at }).where('run_id', '=', runId).where('number', '=', number).execute()
}
