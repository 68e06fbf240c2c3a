import type { Ctx } from '#core/ctx.ts'
import type { Inside } from '#mentorship/public.ts'
import { notifyPerson } from '#notices/public.ts'
import type { EventRow, SeriesRow } from '../store.ts'
import { refreshCalendars } from './notices.ts'
import { calendarPath } from './paths.ts'
import { findReaders } from './store.ts'

/** Notices that name the person who answered. */
export const answerTemplates = ['calendarAccepted', 'calendarDeclined', 'calendarProposed', 'calendarKept'] as const

type Answered = {
  inside: Inside
  series: SeriesRow
  event: EventRow
  template: (typeof answerTemplates)[number]
  /** The time that it is about. */
  at: Date
}

/**
 * To the person who planned the event and to those who take part and see the answer. Only they learn who answered: mentees of a
 * group do not see each other.
 */
export async function notifyAnswered(ctx: Ctx, { inside, series, event, template, at }: Answered): Promise<void> {
  const { me, visible, mentorship } = inside
  await refreshCalendars(ctx, mentorship.id)
  const readers = await findReaders(ctx.db, mentorship.id)
  const isConcerned = ({ part, personId }: { part: string; personId: number }) =>
    part !== 'pair_manager' || personId === series.createdBy
  for (const { personId } of visible.filter(isConcerned)) {
    if (!readers.includes(personId)) continue
    const values = { who: me.firstName, whoId: String(me.personId), title: event.title, when: { timeOf: at.toISOString() } }
    await notifyPerson(ctx, { personId, kind: 'calendar', template, values, link: calendarPath(event) })
  }
}
