import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import { UNDO_SECONDS } from '@saathi/contract/calendar/time-calls'
import { Id, Time } from '@saathi/contract/core/fields'
import { SECOND_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { findMembers } from '#mentorship/public.ts'
import { notifyPerson } from '#notices/public.ts'
import { meetingPath } from '../ics.ts'
import { writeForReaders } from './mail-content.ts'
import { calendarPath } from './paths.ts'
import { findReaders, findNoticeEvents, type NoticeEvent, findComing } from './store.ts'

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

/** Refreshes the pages of all readers. */
export async function refreshCalendars(ctx: ListenerCtx, mentorshipId: number): Promise<void> {
  const to = await findReaders(ctx.db, mentorshipId)
  ctx.push({ to, event: { type: 'calendar.changed', mentorship: mentorshipId } })
}

/**
 * Refreshes the pages of all readers, and sends everyone but the author one notice, however many occurrences changed. Changes in
 * the past are not news. A deletion is announced once it can no longer be undone.
 */
export async function notifyPlanned(ctx: ListenerCtx, planned: PlannedChange): Promise<void> {
  const { mentorshipId, byId, added, news } = planned
  await refreshCalendars(ctx, mentorshipId)
  const events = await findNoticeEvents(ctx.db, news)
  const { template, about } = noticeOf(events, added)
  if (template !== 'calendarCancelled') return announce(ctx, { mentorshipId, byId }, events, { template, about })
  const eventIds = about.map(({ id }) => id)
  const runAt = new Date(ctx.now().getTime() + UNDO_SECONDS * SECOND_MS)
  if (eventIds.length > 0) await ctx.enqueue(announceCancelledJob, { mentorshipId, byId, eventIds }, { runAt })
}

const Cancelled = z.strictObject({ mentorshipId: Id, byId: Id, eventIds: z.array(Id) })

/** Leaves out events that were restored. */
export async function announceCancelled(ctx: ListenerCtx, payload: unknown): Promise<void> {
  const { eventIds, ...change } = Cancelled.parse(payload)
  const events = (await findNoticeEvents(ctx.db, eventIds)).filter(({ cancelledAt }) => cancelledAt !== null)
  await announce(ctx, change, events, { template: 'calendarCancelled', about: events })
}

export const announceCancelledJob = defineJob({
  name: 'calendar.announce_cancelled',
  payload: Cancelled,
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 60,
  work: announceCancelled,
})

/** The mail names only those whom its reader sees: mentees of a group do not see each other. */
async function announce(
  ctx: ListenerCtx,
  { mentorshipId, byId }: Pick<PlannedChange, 'mentorshipId' | 'byId'>,
  events: readonly NoticeEvent[],
  { template, about }: ReturnType<typeof noticeOf>,
): Promise<void> {
  const [first] = about
  if (!first) return
  const members = (await findMembers(ctx.db, [mentorshipId])).filter(({ leftAt }) => leftAt === null)
  const writeFor = await writeForReaders(ctx, events, members)
  const readers = await findReaders(ctx.db, mentorshipId)
  for (const personId of readers.filter((id) => id !== byId)) {
    const mail = writeFor(personId)
    if (!mail) continue
    await notifyPerson(ctx, {
      personId,
      kind: 'calendar',
      template,
      values: { title: first.title, when: { timeOf: first.at.toISOString() }, count: String(about.length) },
      link: calendarPath(first),
      calendarFile: mail.file,
      mailLines: mail.lines,
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
