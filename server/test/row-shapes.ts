import { sql } from 'kysely'
import type { TestServer } from './harness.ts'

/** Compared by value; other columns only by whether they are set. */
const compared = new Set(
  ['provider role matching_status language_code part state group_type ended_by kind is_active is_pair_manager is_told'].flatMap(
    (names) => names.split(' '),
  ),
)

type ShapeOptions = {
  /** Columns for which both is possible. */
  free?: ReadonlySet<string>
  /** Rows of the same shape count once. */
  isUnique?: boolean
}
/** Mentors whom staff invite have no institution. */
const usuallyFree = new Set(['institution_code'])

function shapeOf(table: string, row: Record<string, unknown>, free: ReadonlySet<string>) {
  const isFlag = (column: string) => compared.has(column) || (table === 'experience' && column !== 'person_id')
  const columns = Object.entries(row).filter(([column]) => !free.has(column))
  return Object.fromEntries(columns.map(([column, value]) => [column, isFlag(column) ? value : value !== null && value !== '']))
}

/** Tests compare rows that were inserted directly with those of people who came through the product. */
export async function shapesIn(
  { db }: Pick<TestServer, 'db'>,
  [table, column]: readonly [string, string],
  id: number,
  { free = usuallyFree, isUnique = false }: ShapeOptions = {},
) {
  const query = sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`
  const { rows } = await query.execute(db)
  const shapes = rows
    .map((row) => shapeOf(table, row, free))
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  return isUnique ? shapes.filter((shape, at) => JSON.stringify(shape) !== JSON.stringify(shapes[at - 1])) : shapes
}

/** The rows of a person in these tables. */
export const rowsOf = async (
  server: Pick<TestServer, 'db'>,
  personId: number,
  tables: Record<string, string>,
  options: ShapeOptions = {},
) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries({ person: 'id', experience: 'person_id', ...tables }).map(
        async (table) => [table[0], await shapesIn(server, table, personId, options)] as const,
      ),
    ),
  )
