import { UNDO_SECONDS } from '@saathi/contract/calendar/time-calls'
import { SECOND_MS } from '@saathi/contract/core/time'
import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { requireEditor, requireOpenCalendar } from '../access.ts'
import { applyPlan } from '../series/apply-plan.ts'
import { findOccurrences, lockSeriesOf, type EventRow, type SeriesRow } from '../store.ts'

/** Restores everything that was deleted together with this event. Nobody has been notified of the deletion yet. */
export async function undoRemoval(
  ctx: Ctx,
  { mentorshipId, id }: { mentorshipId: number; id: number },
): Promise<{ ids: number[] }> {
  const inside = await requireOpenCalendar(ctx, mentorshipId)
  const series = await lockSeriesOf(ctx.db, mentorshipId, id)
  const all = series ? await findOccurrences(ctx.db, series.id) : []
  const target = all.find((one) => one.id === id)
  const removedAt = target?.cancelledAt?.getTime()
  const isLate = removedAt === undefined || ctx.now().getTime() >= removedAt + UNDO_SECONDS * SECOND_MS
  if (!series || !target || isLate) throw notFound('calendar.event_not_found')
  requireEditor({ inside, series, all, target })
  const taken = new Set(all.filter(({ status }) => status === 'live').map(({ date }) => date))
  const back = all.filter(({ cancelledAt, date }) => cancelledAt?.getTime() === removedAt && !taken.has(date))
  const placed = back.map((one) => ({ ...one, status: 'live' as const }))
  await applyPlan(ctx, {
    before: null,
    series: longEnough(series, back),
    placed,
    current: series,
    byId: ctx.actor.personId,
    all,
    isUndo: true,
  })
  return { ids: back.map((one) => one.id) }
}

/** If deleting the following events had shortened the series, it gets its earlier end back. */
function longEnough(series: SeriesRow, back: readonly EventRow[]): SeriesRow {
  if (series.end === null) return series
  const last = back.map(({ date }) => date).reduce((one, other) => (one > other ? one : other), series.end)
  return { ...series, end: last }
}
