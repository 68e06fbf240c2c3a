import { EVENT_MINUTES } from '@saathi/contract/calendar/entities'
import { INDIA } from '@saathi/contract/calendar/zone'
import type { NewEvent, NewMentorship } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { findMade } from '#mentorship/public.ts'
import { enqueueReminders } from './notices/notices.ts'
import { type Placed, planNew } from './series/plan.ts'
import { insertEvents, insertSeries } from './store.ts'
import { findComing } from './notices/store.ts'

/** Inserts the demo events. Nobody is notified, but reminders are sent as usual. */
export async function insertDemoEvents(ctx: ListenerCtx, mentorships: readonly NewMentorship[]): Promise<void> {
  for (const mentorship of mentorships) {
    const mentorshipId = mentorship.events.length > 0 ? await findMade(ctx.db, mentorship) : null
    if (mentorshipId === null) continue
    for (const event of mentorship.events) await insertDemoEvent(ctx, mentorshipId, event)
  }
}

async function insertDemoEvent(
  ctx: ListenerCtx,
  mentorshipId: number,
  { byId, until, moved, ...event }: NewEvent,
): Promise<void> {
  const { series, placed } = planNew({ minutes: EVENT_MINUTES, ...event, zone: INDIA, end: until })
  const seriesId = await insertSeries(ctx.db, { ...series, mentorshipId, createdBy: byId }, ctx.now())
  const move = (one: Placed, index: number): Placed => {
    const found = moved.find(({ occurrence }) => occurrence === index + 1)
    return found ? { ...one, at: found.at, own: ['time'] } : one
  }
  const ids = await insertEvents(ctx.db, { seriesId, mentorshipId }, placed.map(move), ctx.now())
  await enqueueReminders(ctx, await findComing(ctx.db, ids, ctx.now()))
}
