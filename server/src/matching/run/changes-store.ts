import { sql } from 'kysely'
import { displayName } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import type { Pair } from '../engine/pool.ts'

type Person = Pick<Pair, 'mentorId' | 'menteeId'>
export type LastRun = { at: Date; isDryRun: boolean; pairs: Person[] }

/** Null before the first run. */
export async function findLastRun(db: Db, projectId: number): Promise<LastRun | null> {
  const run = await db
    .selectFrom('match_run')
    .select(['ran_at as at', 'is_dry_run as isDryRun'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!run) return null
  const pairs = await db
    .selectFrom('match_run_pair')
    .select(['mentor_id as mentorId', 'mentee_id as menteeId'])
    .where('project_id', '=', projectId)
    .orderBy('mentee_id')
    .orderBy('mentor_id')
    .execute()
  return { ...run, pairs }
}

/** Of two concurrent runs, the one written last counts. */
export async function replaceLastRun(db: Db, projectId: number, { at, isDryRun, pairs }: LastRun): Promise<void> {
  const run = { ran_at: at, is_dry_run: isDryRun }
  await db
    .insertInto('match_run')
    .values({ project_id: projectId, ...run })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(run))
    .execute()
  await db.deleteFrom('match_run_pair').where('project_id', '=', projectId).execute()
  const [mentors, mentees] = [pairs.map(({ mentorId }) => mentorId), pairs.map(({ menteeId }) => menteeId)]
  // Somebody may have left since the pairs were searched.
  await sql`
    insert into match_run_pair (project_id, mentor_id, mentee_id)
    select ${projectId}, pair.mentor_id, pair.mentee_id
    from unnest(${mentors}::bigint[], ${mentees}::bigint[]) as pair (mentor_id, mentee_id)
    join person as mentor on mentor.id = pair.mentor_id and mentor.deleted_at is null
    join person as mentee on mentee.id = pair.mentee_id and mentee.deleted_at is null
    on conflict do nothing`.execute(db)
}

export async function findNamesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, ...name }) => [id, displayName(name)]))
}
