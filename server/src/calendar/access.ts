import type { Ctx } from '#core/ctx.ts'
import { conflict, forbidden, notFound } from '#core/errors.ts'
import { requireCurriculum } from '#learning/public.ts'
import { lockInside, type Inside, requireInside } from '#mentorship/public.ts'
import { isPaused } from './times/store.ts'
import { findOccurrences, lockSeriesOf, type EventRow, type SeriesRow } from './store.ts'

/** Only for current members; for everyone else it does not exist. */
export async function requireCalendar(ctx: Ctx, mentorshipId: number): Promise<Inside> {
  const inside = await requireInside(ctx, mentorshipId)
  await requireCurriculum(ctx)
  return inside
}

export async function requireOpenCalendar(ctx: Ctx, mentorshipId: number): Promise<Inside> {
  const inside = await lockInside(ctx, mentorshipId)
  await requireCurriculum(ctx)
  return inside
}

/** While a pair is paused, nothing new can be planned. Existing events can be changed or cancelled. */
export async function requireNotPaused(ctx: Ctx, { mentorship, me, visible }: Inside): Promise<void> {
  const others = visible.map(({ personId }) => personId)
  if (await isPaused(ctx.db, mentorship.id, me.personId, others)) throw conflict('calendar.paused')
}

/** The creator, the mentor and the pair manager. */
export const mayEdit = ({ me }: Pick<Inside, 'me'>, createdBy: number | null): boolean =>
  me.part !== 'mentee' || createdBy === me.personId

export type LockedEvent = { inside: Inside; series: SeriesRow; all: readonly EventRow[]; target: EventRow }

/** Locks the series until the transaction ends. Cancelled events do not count. */
export async function requireEvent(ctx: Ctx, mentorshipId: number, id: number): Promise<LockedEvent> {
  const inside = await requireOpenCalendar(ctx, mentorshipId)
  const series = await lockSeriesOf(ctx.db, mentorshipId, id)
  const all = series ? await findOccurrences(ctx.db, series.id) : []
  const target = all.find((one) => one.id === id && one.status === 'live')
  if (!series || !target) throw notFound('calendar.event_not_found')
  return { inside, series, all, target }
}

export function requireEditor({ inside, series }: LockedEvent): void {
  if (!mayEdit(inside, series.createdBy)) {
    throw forbidden('calendar.not_yours')
  }
}
