import { type RetentionKind, retentionRules } from '@saathi/contract/core/retention'
import { DAY_MS } from '@saathi/contract/core/time'
import { sql } from 'kysely'
import type { Db } from '../ctx.ts'

/** Data of this kind that is older than this time is deleted. Administrators set how many days it is kept. */
export async function retentionCutoff(ctx: { db: Db; now: () => Date }, kind: RetentionKind): Promise<Date> {
  const row = await ctx.db.selectFrom('retention_setting').select('days').where('kind', '=', kind).executeTakeFirst()
  return new Date(ctx.now().getTime() - (row?.days ?? retentionRules[kind].days) * DAY_MS)
}

export const findRetentionSettings = (db: Db) => db.selectFrom('retention_setting').selectAll().execute()

export async function saveRetentionDays(db: Db, kind: RetentionKind, days: number): Promise<void> {
  await db
    .insertInto('retention_setting')
    .values({ kind, days })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ days }))
    .execute()
}

/** When each job last completed. In real time: the job queue does not use the adjustable clock. */
export async function findLastRuns(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ name: string; at: Date }>`
    select name, max(completed_on) as at from jobs.job
    where state = 'completed' and name = any(${names}::text[]) group by name`.execute(db)
  return new Map(rows.map(({ name, at }) => [name, at]))
}
