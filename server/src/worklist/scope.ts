import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'

/** Whether the column's programme is one of these. */
export const isInScope = (scope: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope === 'all' ? sql`true` : sql`${column} = any(${[...scope]}::bigint[])`
