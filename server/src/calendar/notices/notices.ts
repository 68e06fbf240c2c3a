import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import { INDIA, wallAt } from '@saathi/contract/calendar/zone'
import { Id, Time } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { notifyPerson } from '#notices/public.ts'
import { icsEventOf, icsOf, meetingPath } from '../ics.ts'
import { findReaders, findNoticeEvents, type NoticeEvent, findComing } from './store.ts'

/** The prefix of every link to a day of this calendar. */
export const calendarPrefix = (mentorshipId: number) => `/mentorship?mentorship=${mentorshipId}&calendar=` as const

/** The event's day in the calendar of its mentorship. */
const calendarPath = ({ mentorshipId, at }: Pick<NoticeEvent, 'mentorshipId' | 'at'>) =>
  `${calendarPrefix(mentorshipId)}${wallAt(at, INDIA).date}` as const

/** The ids of the events of a mentorship that changed. */
type PlannedChange = {
  mentorshipId: number
  /** The person who made the change, who is not notified. */
  byId: number
  added: readonly number[]
  changed: readonly number[]
  /** Occurrences in the future, before or after the change. */
  news: readonly number[]
}

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

const MINUTES_BEFORE = 30

/** Carries the time it was created for: if the event was moved, the job does nothing. */
export const remindJob = defineJob({
  name: 'calendar.remind',
  payload: z.strictObject({ eventId: Id, at: Time }),
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 60,
  work: (ctx, { eventId, at }) => remind(ctx, eventId, new Date(at)),
})

export async function remindOfPlanned(ctx: ListenerCtx, { added, changed }: PlannedChange): Promise<void> {
  await enqueueReminders(ctx, await findComing(ctx.db, [...added, ...changed], ctx.now()))
}

/** No reminder for events within the next half hour: the others have just been notified. */
export async function enqueueReminders(ctx: ListenerCtx, events: readonly Pick<NoticeEvent, 'id' | 'at'>[]): Promise<void> {
  for (const { id: eventId, at } of events) {
    const runAt = new Date(at.getTime() - MINUTES_BEFORE * 60_000)
    const moment = at.toISOString()
    if (runAt > ctx.now()) await ctx.enqueue(remindJob, { eventId, at: moment }, { runAt, onceKey: `${eventId} ${moment}` })
  }
}

/** Everyone in the mentorship at that time, including the creator. After the start no reminder is sent. */
async function remind(ctx: ListenerCtx, eventId: number, at: Date): Promise<void> {
  const [event] = await findComing(ctx.db, [eventId], ctx.now())
  if (!event || event.cancelledAt !== null || event.at.getTime() !== at.getTime()) return
  const moment = at.toISOString()
  for (const personId of await findReaders(ctx.db, event.mentorshipId)) {
    await notifyPerson(ctx, {
      personId,
      kind: 'calendar',
      template: 'calendarReminder',
      values: { title: event.title, when: { timeOf: moment } },
      link: event.isPairGroupCall ? meetingPath(event.sessionUuid) : calendarPath(event),
      onceKey: `calendar ${eventId} ${moment}`,
    })
  }
}
