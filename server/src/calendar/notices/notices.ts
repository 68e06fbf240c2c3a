import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import { INDIA, wallAt } from '@saathi/contract/calendar/zone'
import type { ListenerCtx } from '#core/ctx.ts'
import { notifyPerson } from '#notices/public.ts'
import type { PlannedChange } from '../events.ts'
import { icsEventOf } from '../ics-event.ts'
import { icsOf } from '../ics.ts'
import { findReaders, findNoticeEvents, type NoticeEvent } from './store.ts'

/** The prefix of every link to a day of this calendar. */
export const calendarPrefix = (mentorshipId: number) => `/mentorship?mentorship=${mentorshipId}&calendar=` as const

/** The event's day in the calendar of its mentorship. */
export const calendarPath = ({ mentorshipId, at }: Pick<NoticeEvent, 'mentorshipId' | 'at'>) =>
  `${calendarPrefix(mentorshipId)}${wallAt(at, INDIA).date}` as const

/**
 * Refreshes the pages of all readers, and sends everyone but the author one notice, however many occurrences changed. Changes in
 * the past are not news. Nobody is named, because mentees of a group do not see each other.
 */
export async function notifyPlanned(ctx: ListenerCtx, planned: PlannedChange): Promise<void> {
  const { mentorshipId, byId, added, news } = planned
  const readers = await findReaders(ctx.db, mentorshipId)
  ctx.push({ to: readers, event: { type: 'calendar.changed', mentorship: mentorshipId } })
  const events = await findNoticeEvents(ctx.db, news)
  const { template, about } = noticeOf(events, added)
  const [first] = about
  if (!first) return
  const file = icsOf(
    events.map((event) => icsEventOf(ctx.linkTo, event)),
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

/** One notice per change: if only some events were cancelled, it is about the remaining ones. */
function noticeOf(events: readonly NoticeEvent[], added: readonly number[]) {
  const remaining = events.filter(({ cancelledAt }) => cancelledAt === null)
  if (remaining.length === 0) return { template: 'calendarCancelled' as const, about: events }
  const isNew = events.every(({ id }) => added.includes(id))
  return { template: isNew ? ('calendarAdded' as const) : ('calendarChanged' as const), about: remaining }
}

const providerNames: Record<CalendarProvider, string> = { google: 'Google', outlook: 'Outlook', yahoo: 'Yahoo', apple: 'Apple' }

/** Only to the person who connected it. */
export function notifyRevoked(ctx: ListenerCtx, { personId, provider }: { personId: number; provider: CalendarProvider }) {
  const values = { provider: providerNames[provider] }
  return notifyPerson(ctx, { personId, kind: 'calendar', template: 'calendarRevoked', values, link: '/mentorship?calendar=' })
}
