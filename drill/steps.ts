import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { generateTables } from '../server/src/core/db/generate-tables.ts'
import { migrate, type Migration, shippedFolder } from '../server/src/core/db/migrate.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { ownFolder } from './belongings.ts'
import { type Engine, inDatabase, withClient } from './engines.ts'

/** By how many migrations are applied: what the database looks like then, and how long the next one takes. */
export type Steps = { shapes: string[]; millis: number[] }

const stepName = (applied: number) => `step_${applied}`

/** A database for every step, to start from again and again. */
export async function takeSteps(engine: Engine, all: readonly Migration[]): Promise<Steps> {
  const steps: Steps = { shapes: [], millis: [] }
  const folder = ownFolder()
  await withClient(engine.adminUrl, async (admin) => {
    await admin.query(`create database ${stepName(0)} owner saathi`)
    await applyIn(engine, stepName(0), folder)
    for (const { number, name } of all) {
      steps.shapes.push((await readShape(inDatabase(engine.url, stepName(number - 1)))).shape)
      await admin.query(`create database ${stepName(number)} template ${stepName(number - 1)} owner saathi`)
      cpSync(join(shippedFolder, name), join(folder, name))
      steps.millis.push(await applyIn(engine, stepName(number), folder))
    }
    steps.shapes.push((await readShape(inDatabase(engine.url, stepName(all.length)))).shape)
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

/** The server's own database again as it was with so many applied. */
export async function startFrom(engine: Engine, applied: number): Promise<string> {
  await withClient(engine.adminUrl, async (admin) => {
    await admin.query('drop database if exists saathi with (force)')
    await admin.query(`create database saathi template ${stepName(applied)} owner saathi`)
  })
  return engine.url
}

/** Tables with their columns, indexes, constraints, functions and triggers: everything a half-applied file would change. */
const shapeQuery = `
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

export async function readShape(url: string): Promise<{ applied: number; shape: string }> {
  const { pool, close } = openDatabase({ url, poolSize: 1, log: () => {} })
  try {
    const { rows } = await pool.query<{ shape: string }>(shapeQuery)
    const { rows: marked } = await pool.query<{ applied: number }>('select count(*)::int as applied from schema_migration')
    return { applied: marked[0]?.applied ?? 0, shape: `${rows[0]?.shape}\n${await generateTables(pool)}` }
  } finally {
    await close()
  }
}
