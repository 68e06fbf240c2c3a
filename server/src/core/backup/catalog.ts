import pg from 'pg'

export type Table = { schema: string; name: string; columns: string[] }
/** Its last value as text, because it may be larger than a number can hold; null when it was never used. */
export type Sequence = { schema: string; name: string; value: string | null }

/**
 * What is not carried over. Migrations write the first two themselves. The others are observations of the job queue,
 * kept in a table for each day: they say nothing that a restored server needs.
 */
const leftOut = new Set(['public.schema_migration', 'jobs.version', 'jobs.bam', 'jobs.warning', 'jobs.queue_stats'])

const quote = pg.escapeIdentifier
export const sqlName = ({ schema, name }: { schema: string; name: string }) => `${quote(schema)}.${quote(name)}`
export const sqlColumns = ({ columns }: Table) => columns.map((column) => quote(column)).join(', ')
/** Jobs are spread over several tables, which COPY reads only through a query. */
export const copyOutSql = (table: Table) => `copy (select ${sqlColumns(table)} from ${sqlName(table)}) to stdout`
export const copyInSql = (table: Table) => `copy ${sqlName(table)} (${sqlColumns(table)}) from stdin`

export const isCarried = ({ schema, name }: Table) => !leftOut.has(`${schema}.${name}`)

/** Every table that is not PostgreSQL's or an extension's, in any schema: a new one is backed up without being named here. */
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

/** Values are written alike by every PostgreSQL and for every reader, and no limit meant for requests ends a long copy. */
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
