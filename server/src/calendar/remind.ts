import { Id, Time } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { notifyPerson } from '#notices/public.ts'
import type { Planned } from './events.ts'
import { meetingPath } from './ics-event.ts'
import { calendarPath } from './tell.ts'
import { findComing, findReaders, type ToldEvent } from './tell-store.ts'

const MINUTES_BEFORE = 30

/** It carries the moment it was made for: one for a moment from which the event was moved away finds nothing to do. */
export const remindJob = defineJob({
  name: 'calendar.remind',
  payload: z.strictObject({ eventId: Id, at: Time }),
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 60,
  work: (ctx, { eventId, at }) => remind(ctx, eventId, new Date(at)),
})

export async function remindOfPlanned(ctx: ListenerCtx, { added, changed }: Planned): Promise<void> {
  await enqueueReminders(ctx, await findComing(ctx.db, [...added, ...changed], ctx.now()))
}

/** Whoever plans something for the next half hour needs no reminder of it, and the others have just been told. */
export async function enqueueReminders(ctx: ListenerCtx, events: readonly Pick<ToldEvent, 'id' | 'at'>[]): Promise<void> {
  for (const { id: eventId, at } of events) {
    const runAt = new Date(at.getTime() - MINUTES_BEFORE * 60_000)
    const moment = at.toISOString()
    if (runAt > ctx.now()) await ctx.enqueue(remindJob, { eventId, at: moment }, { runAt, onceKey: `${eventId} ${moment}` })
  }
}

/** Everybody who is in it at that moment, who planned it included. A server that was down until it began says nothing more. */
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
