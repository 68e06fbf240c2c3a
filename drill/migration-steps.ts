import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { generateTables } from '../server/src/core/db/generate-tables.ts'
import { migrate, type Migration, shippedFolder } from '../server/src/core/db/migrate.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { makeTempFolder } from './cleanup.ts'
import { type Engine, inDatabase, withClient } from './engines.ts'

/** Indexed by the number of applied migrations: the schema at that point, and how long the next migration takes. */
export type MigrationSteps = { shapes: string[]; millis: number[] }

const stepName = (applied: number) => `step_${applied}`

/** Creates a database for every step, to be used as a template. */
export async function buildSteps(engine: Engine, all: readonly Migration[]): Promise<MigrationSteps> {
  const steps: MigrationSteps = { shapes: [], millis: [] }
  const folder = makeTempFolder()
  await withClient(engine.adminUrl, async (admin) => {
    await admin.query(`create database ${stepName(0)} owner saathi`)
    await applyIn(engine, stepName(0), folder)
    for (const { number, name } of all) {
      steps.shapes.push((await readSchema(inDatabase(engine.url, stepName(number - 1)))).shape)
      await admin.query(`create database ${stepName(number)} template ${stepName(number - 1)} owner saathi`)
      cpSync(join(shippedFolder, name), join(folder, name))
      steps.millis.push(await applyIn(engine, stepName(number), folder))
    }
    steps.shapes.push((await readSchema(inDatabase(engine.url, stepName(all.length)))).shape)
  })
  return steps
}

async function applyIn(engine: Engine, name: string, folder: string): Promise<number> {
  const { pool, close } = openDatabase({ url: inDatabase(engine.url, name), poolSize: 1, log: () => {} })
  await pool.query('select 1')
  const startedAt = performance.now()
  await migrate(pool, { log: () => {}, folder })
  const ms = performance.now() - startedAt
  await close()
  return ms
}

/** Recreates the server's database with the given number of migrations applied. */
export async function resetToStep(engine: Engine, applied: number): Promise<string> {
  await withClient(engine.adminUrl, async (admin) => {
    await admin.query('drop database if exists saathi with (force)')
    await admin.query(`create database saathi template ${stepName(applied)} owner saathi`)
  })
  return engine.url
}

/** Tables with their columns, indexes, constraints, functions and triggers: everything a half-applied file would change. */
const schemaQuery = `
  select string_agg(line, E'\\n' order by line) as shape from (
    select format('%s %s', indexname, indexdef) as line from pg_indexes where schemaname in ('public', 'jobs')
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace in (select oid from pg_namespace where nspname in ('public', 'jobs')) and conrelid <> 0
    union all select format('%s %s', oid::regprocedure, md5(prosrc)) from pg_proc
      where pronamespace in (select oid from pg_namespace where nspname in ('public', 'jobs'))
    union all select format('%s %s', tgrelid::regclass, tgname) from pg_trigger where not tgisinternal
    union all select format('sequence %s.%s', schemaname, sequencename) from pg_sequences
    union all select format('extension %s', extname) from pg_extension
    union all select format('%s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default)
      from information_schema.columns where table_schema in ('public', 'jobs')
  ) as lines`

export async function readSchema(url: string): Promise<{ applied: number; shape: string }> {
  const { pool, close } = openDatabase({ url, poolSize: 1, log: () => {} })
  try {
    const { rows } = await pool.query<{ shape: string }>(schemaQuery)
    const { rows: recorded } = await pool.query<{ applied: number }>('select count(*)::int as applied from schema_migration')
    return { applied: recorded[0]?.applied ?? 0, shape: `${rows[0]?.shape}\n${await generateTables(pool)}` }
  } finally {
    await close()
  }
}
