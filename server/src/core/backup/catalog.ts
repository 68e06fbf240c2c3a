import pg from 'pg'

export type Table = { schema: string; name: string; columns: string[] }
/** The last value as text, because it may exceed a JavaScript number; null if it was never used. */
export type Sequence = { schema: string; name: string; value: string | null }

/**
 * Tables that are not backed up. Migrations fill the first two. The others are statistics of the job queue, one table per day,
 * which a restored server does not need.
 */
const excluded = new Set(['public.schema_migration', 'jobs.version', 'jobs.bam', 'jobs.warning', 'jobs.queue_stats'])

const quote = pg.escapeIdentifier
export const sqlName = ({ schema, name }: { schema: string; name: string }) => `${quote(schema)}.${quote(name)}`
const sqlColumns = ({ columns }: Table) => columns.map((column) => quote(column)).join(', ')
/** The jobs table is partitioned, and COPY reads partitions only through a query. */
export const copyOutSql = (table: Table) => `copy (select ${sqlColumns(table)} from ${sqlName(table)}) to stdout`
export const copyInSql = (table: Table) => `copy ${sqlName(table)} (${sqlColumns(table)}) from stdin`

export const isIncluded = ({ schema, name }: Table) => !excluded.has(`${schema}.${name}`)

/**
 * Every table except for those of PostgreSQL and its extensions, in any schema: new tables are backed up without being listed
 * here.
 */
export async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
      and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by n.nspname, c.relname
    order by n.nspname collate "C", c.relname collate "C"`)
  return rows
}

export async function findSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select schemaname as schema, sequencename as name, last_value::text as value
    from pg_sequences where schemaname !~ '^pg_' order by schemaname collate "C", sequencename collate "C"`)
  return rows
}

/** Makes the text form of values independent of server settings, and lifts timeouts that would end a long copy. */
export async function writeValuesExactly(client: pg.Client): Promise<void> {
  await client.query(`
    set local datestyle = 'ISO, MDY';
    set local intervalstyle = 'postgres';
    set local timezone = 'UTC';
    set local extra_float_digits = 3;
    set local bytea_output = 'hex';
    set local row_security = off;
    set local statement_timeout = 0;
    set local lock_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`)
}
