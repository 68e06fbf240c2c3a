import type pg from 'pg'
import type { Migration } from '../db/migrate.ts'
import { OperatorError } from '../operator-error.ts'
import type { AppliedMigration } from './manifest.ts'

export async function findApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, sha256 from public.schema_migration order by number',
  )
  return rows
}

/** Returns the migrations of this version that were applied. Refuses databases and backups of newer versions. */
export function requireKnown(what: string, applied: AppliedMigration[], migrations: Migration[]): Migration[] {
  const newer = applied[migrations.length]
  if (newer) throw new OperatorError(`${what} is newer than this version of Saathi: it has ${newer.name}. Use the newer version.`)
  for (const [at, { name, sha256 }] of applied.entries()) {
    if (migrations[at]?.name !== name || migrations[at].sha256 !== sha256) {
      throw new OperatorError(`${what} was made by another Saathi than this one: its migration ${name} is different.`)
    }
  }
  return migrations.slice(0, applied.length)
}
