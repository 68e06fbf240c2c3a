import {
  EVENTS_LISTED_MAX,
  EVENTS_MAX,
  EVENTS_PER_PERSON_MAX,
  type editCalendarEvent,
  type listCalendarEvents,
  LISTED_DAYS_BACK,
  type removeCalendarEvent,
  SESSIONS_MAX,
} from '@saathi/contract/calendar/calls'
import type { CalendarEvent, Scope } from '@saathi/contract/calendar/entities'
import type { CallParsed, CallReply } from '@saathi/contract/core/call'
import { DAY_MS } from '@saathi/contract/core/time'
import type { Ctx } from '#core/ctx.ts'
import { badField, conflict } from '#core/errors.ts'
import { requireCurriculumFlag } from '#learning/public.ts'
import { requireInside } from '#mentorship/public.ts'
import { type LockedEvent, requireEditor, requireEvent, requireNotPaused, requireOpenCalendar } from './access.ts'
import { applyPlan } from './series/apply-plan.ts'
import { type EventBody, readEventInput, refuseFields } from './series/event-input.ts'
import { type Plan, planEdit, planNew, planRemoval } from './series/plan.ts'
import { findCalendar } from './list-store.ts'
import { readBack, showEvent, versionOf } from './show-event.ts'
import { countEvents, type EventRow, insertSeries, lockCalendar } from './store.ts'

type ListQuery = CallParsed<typeof listCalendarEvents>['query']

export async function listEvents(
  ctx: Ctx,
  mentorshipId: number,
  { from, until, after = 0 }: ListQuery,
): Promise<CallReply<typeof listCalendarEvents>> {
  const inside = await requireInside(ctx, mentorshipId)
  const window = {
    from: from === undefined ? new Date(ctx.now().getTime() - LISTED_DAYS_BACK * DAY_MS) : new Date(from),
    until: until === undefined ? null : new Date(until),
    after,
  }
  // One extra row tells whether there is a next page.
  const page = { viewer: ctx.actor, maxEvents: EVENTS_LISTED_MAX + 1, maxSessions: SESSIONS_MAX }
  const { experiences, events: found, sessions } = await findCalendar(ctx.db, mentorshipId, window, page)
  requireCurriculumFlag(experiences)
  const events = found.slice(0, EVENTS_LISTED_MAX)
  const last = found.length > events.length ? events.at(-1) : undefined
  return {
    events: events.map((event) => showEvent(inside, event)),
    next: last ? { from: last.at.toISOString(), after: last.id } : null,
    sessions: sessions.map(({ endDate, ...session }) => ({ ...session, endDate: endDate?.toISOString() ?? null })),
  }
}

export async function addEvent(ctx: Ctx, mentorshipId: number, body: EventBody): Promise<CalendarEvent> {
  const inside = await requireOpenCalendar(ctx, mentorshipId)
  await requireNotPaused(ctx, inside)
  const plan = planNew(await readEventInput(ctx, inside, body))
  const own = { mentorshipId, createdBy: ctx.actor.personId, version: 1 }
  await requireCapacity(ctx, own, plan, [])
  const id = await insertSeries(ctx.db, { ...plan.series, ...own }, ctx.now())
  const current = { ...plan.series, ...own, id, createdAt: ctx.now() }
  const { first } = await applyPlan(ctx, { ...plan, current, byId: own.createdBy, all: [] })
  return readBack(ctx, inside, first)
}

export async function editEvent(
  ctx: Ctx,
  { mentorshipId, id }: { mentorshipId: number; id: number },
  body: CallParsed<typeof editCalendarEvent>['body'],
): Promise<CalendarEvent> {
  const locked = await requireEvent(ctx, mentorshipId, id)
  requireEditor(locked)
  requireCurrentVersion(locked, body.version)
  const { inside, series, all, target } = locked
  requireSameEvent(body, id)
  const input = await readEventInput(ctx, inside, body, {
    zone: series.zone,
    minutes: target.minutes,
    isOneOfMany: series.frequency !== 'NONE',
  })
  const plan = planEdit(series, all, target, input, body.applyToRecurring)
  if ('problem' in plan) throw refuseFields({ [plan.field]: plan.problem })
  await requireCapacity(ctx, series, plan, all)
  await applyPlan(ctx, { ...plan, current: series, byId: ctx.actor.personId, all })
  return readBack(ctx, inside, id)
}

export async function removeEvent(
  ctx: Ctx,
  { mentorshipId, id }: { mentorshipId: number; id: number },
  { applyToRecurring, version }: CallParsed<typeof removeCalendarEvent>['query'],
): Promise<Record<string, never>> {
  const locked = await requireEvent(ctx, mentorshipId, id)
  requireEditor(locked)
  requireCurrentVersion(locked, version)
  await cancel(ctx, locked, applyToRecurring)
  return {}
}

async function cancel(ctx: Ctx, { series, all, target }: LockedEvent, scope: Scope): Promise<void> {
  const plan = planRemoval(series, all, target, scope)
  await applyPlan(ctx, { ...plan, current: series, byId: ctx.actor.personId, all })
}

const requireSameEvent = (body: { id?: number | null | undefined }, id: number): void => {
  if ((body.id ?? id) !== id) throw badField('id', 'other_event')
}

/** Rejects edits based on an outdated version. */
function requireCurrentVersion({ series, target }: LockedEvent, version: number | undefined): void {
  if (version !== undefined && version !== versionOf(series, target)) {
    throw conflict('calendar.changed')
  }
}

type Owned = { mentorshipId: number; createdBy: number | null }

/** Restored occurrences count as new ones. */
async function requireCapacity(ctx: Ctx, owned: Owned, { placed }: Plan, all: readonly EventRow[]): Promise<void> {
  const liveBefore = new Set(all.filter(({ status }) => status === 'live').map(({ id }) => id))
  const added = placed.filter(({ id, status }) => status === 'live' && (id === null || !liveBefore.has(id))).length
  if (added === 0) return
  await lockCalendar(ctx.db, owned.mentorshipId)
  const { inAll, byPerson } = await countEvents(ctx.db, owned.mentorshipId, owned.createdBy)
  if (inAll + added > EVENTS_MAX || byPerson + added > EVENTS_PER_PERSON_MAX) {
    throw conflict('calendar.full')
  }
}
