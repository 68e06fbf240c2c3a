import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'

/** Whether the column's programme is one of these. */
export const isInScope = (scope: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope === 'all' ? sql`true` : sql`${column} = any(${[...scope]}::bigint[])`

/** What the reader looks after: whole programmes, and the pairs they manage. */
export type Visible = {
  programmes: Scope
  /** A coordinator's own programmes, pairs, and the members and mentors in them. */
  caseProgrammes: Scope
  mentorshipIds: readonly number[]
  personIds: readonly number[]
  readerId: number
}
