import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'

/** Whether the column's programme is one of these. */
export const isInScope = (scope: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope === 'all' ? sql`true` : sql`${column} = any(${[...scope]}::bigint[])`

/** The reader's area of work: whole programmes, and the pairs they manage. */
export type Visible = {
  programmes: Scope
  /** The programmes in which the reader sees only the pairs they manage and their members. */
  caseProgrammes: Scope
  mentorshipIds: readonly number[]
  personIds: readonly number[]
  readerId: number
}
