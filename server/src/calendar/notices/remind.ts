import { Id, Time } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { notifyPerson } from '#notices/public.ts'
import type { PlannedChange } from '../events.ts'
import { meetingPath } from '../ics-event.ts'
import { calendarPath } from './notices.ts'
import { findComing, findReaders, type NoticeEvent } from './store.ts'

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
