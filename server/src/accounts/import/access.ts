import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { scopeOf } from '../can.ts'
import { findRuns, type RunRow } from './store.ts'

/** How long an import can be undone. */
export const UNDO_DAYS = 14

/**
 * Filters imports by the person who started them; undefined shows all. A file may contain people of programmes that a colleague
 * may not see.
 */
export const visibleRuns = (actor: Ctx['actor']): number | undefined =>
  scopeOf(actor, 'staff.people') === 'all' ? undefined : actor.personId

export async function requireRun({ db, actor }: Ctx, id: number): Promise<RunRow> {
  const [run] = await findRuns(db, { id, startedBy: visibleRuns(actor), limit: 1 })
  if (!run) throw notFound('accounts.import_not_found')
  return run
}
