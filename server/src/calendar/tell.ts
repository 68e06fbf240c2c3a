import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import { INDIA, wallAt } from '@saathi/contract/calendar/zone'
import type { ListenerCtx } from '#core/events.ts'
import { notifyPerson } from '#notices/public.ts'
import type { Planned } from './events.ts'
import { icsEventOf } from './ics-event.ts'
import { icsOf } from './ics.ts'
import { findReaders, findTold, type ToldEvent } from './tell-store.ts'

/** Where every link to a day of its calendar begins. */
export const calendarOf = (mentorshipId: number) => `/mentorship?mentorship=${mentorshipId}&calendar=` as const

/** The day on which it is, in the calendar of its mentorship. */
export const calendarPath = ({ mentorshipId, at }: Pick<ToldEvent, 'mentorshipId' | 'at'>) =>
  `${calendarOf(mentorshipId)}${wallAt(at, INDIA).date}` as const

/**
 * Every page of theirs reads anew, and everybody but who did it is told once, however many occurrences there are. What is
 * past, and was, is no news. Nobody is named: fellow mentees do not learn of each other.
 */
export async function tellPlanned(ctx: ListenerCtx, planned: Planned): Promise<void> {
  const { mentorshipId, byId, added, news } = planned
  const readers = await findReaders(ctx.db, mentorshipId)
  ctx.push({ to: readers, event: { type: 'calendar.changed', mentorship: mentorshipId } })
  const told = await findTold(ctx.db, news)
  const { template, about } = newsOf(told, added)
  const [first] = about
  if (!first) return
  const file = icsOf(
    told.map((event) => icsEventOf(ctx.linkTo, event)),
    { now: ctx.now(), method: 'PUBLISH' },
  )
  for (const personId of readers.filter((id) => id !== byId)) {
    await notifyPerson(ctx, {
      personId,
      kind: 'calendar',
      template,
      values: { title: first.title, when: { timeOf: first.at.toISOString() }, count: String(about.length) },
      link: calendarPath(first),
      calendarFile: file,
    })
  }
}

/** One change is one piece of news: where some of it stands and some does not, it is about what stands. */
function newsOf(told: readonly ToldEvent[], added: readonly number[]) {
  const standing = told.filter(({ cancelledAt }) => cancelledAt === null)
  if (standing.length === 0) return { template: 'calendarCancelled' as const, about: told }
  const isNew = told.every(({ id }) => added.includes(id))
  return { template: isNew ? ('calendarAdded' as const) : ('calendarChanged' as const), about: standing }
}

const providerNames: Record<CalendarProvider, string> = { google: 'Google', outlook: 'Outlook', yahoo: 'Yahoo', apple: 'Apple' }

/** Only who had connected it. */
export function tellRevoked(ctx: ListenerCtx, { personId, provider }: { personId: number; provider: CalendarProvider }) {
  const values = { provider: providerNames[provider] }
  return notifyPerson(ctx, { personId, kind: 'calendar', template: 'calendarRevoked', values, link: '/mentorship?calendar=' })
}
