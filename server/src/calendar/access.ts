import type { Ctx } from '#core/ctx.ts'
import { forbidden, notFound } from '#core/errors.ts'
import { requireCurriculum } from '#learning/public.ts'
import { lockInside, type Inside, requireInside } from '#mentorship/public.ts'
import { findOccurrences, lockSeriesOf, type EventRow, type SeriesRow } from './store.ts'

/** Of those who are in it now; to everybody else it is not there. */
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

/** Who planned it, the mentor and the pair manager. */
export const mayEdit = ({ me }: Pick<Inside, 'me'>, createdBy: number | null): boolean =>
  me.part !== 'mentee' || createdBy === me.personId

export type Held = { inside: Inside; series: SeriesRow; all: readonly EventRow[]; target: EventRow }

/** With its series held until the end of the transaction. What was cancelled is not there any more. */
export async function requireEvent(ctx: Ctx, mentorshipId: number, id: number): Promise<Held> {
  const inside = await requireOpenCalendar(ctx, mentorshipId)
  const series = await lockSeriesOf(ctx.db, mentorshipId, id)
  const all = series ? await findOccurrences(ctx.db, series.id) : []
  const target = all.find((one) => one.id === id && one.standing === 'live')
  if (!series || !target) throw notFound('calendar.event_not_found', 'There is no such event.')
  return { inside, series, all, target }
}

export function requireEditor({ inside, series }: Held): void {
  if (!mayEdit(inside, series.createdBy)) {
    throw forbidden(
      'calendar.not_yours',
      'Only the person who planned it, the mentor and the pair manager can change this event.',
    )
  }
}
