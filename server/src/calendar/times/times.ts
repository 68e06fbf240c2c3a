import { type FreeHours, freeHoursOfAnswers, freeSpans } from '@saathi/contract/calendar/free-hours'
import {
  DAYS_AHEAD,
  findSlots,
  nearestSlots,
  NOTICE_MINUTES,
  type SlotPerson,
  suggestSlots,
  usualTime,
} from '@saathi/contract/calendar/slots'
import type { Span } from '@saathi/contract/calendar/spans'
import type { findTimes, FoundTimes } from '@saathi/contract/calendar/time-calls'
import { INDIA, wallAt } from '@saathi/contract/calendar/zone'
import type { CallParsed } from '@saathi/contract/core/call'
import { DAY_MS, MINUTE_MS } from '@saathi/contract/core/time'
import type { Ctx, Db } from '#core/ctx.ts'
import { findCriteria } from '#surveys/public.ts'
import { findBusyOf } from '../busy/store.ts'
import { requireCalendar, requireNotPaused } from '../access.ts'
import * as store from './store.ts'

/**
 * Times at which the mentor and the mentees are all free. A pair manager may call this without having to be free. Only the
 * caller's own busy times and events visible to the caller are returned; about the others it only reveals when everybody is free.
 */
export async function findTimesFor(
  ctx: Ctx,
  mentorshipId: number,
  { minutes, except = 0 }: CallParsed<typeof findTimes>['query'],
): Promise<FoundTimes> {
  const inside = await requireCalendar(ctx, mentorshipId)
  await requireNotPaused(ctx, inside)
  const now = ctx.now().getTime()
  const window = { from: now + NOTICE_MINUTES * MINUTE_MS, until: now + DAYS_AHEAD * DAY_MS }
  const { me, members } = inside
  const ids = members.filter(({ part }) => part !== 'pair_manager').map(({ personId }) => personId)
  // Put the caller first: if no time suits everybody, times of the first person are offered.
  const inOrder = [...ids.filter((id) => id === me.personId), ...ids.filter((id) => id !== me.personId)]
  const hours = await freeHoursOf(ctx.db, [...new Set([...inOrder, me.personId])])
  const everybody = [...new Set([...ids, me.personId])]
  const busy = await store.findBusy(ctx.db, everybody, { window: { ...window, from: now }, except })
  const elsewhere = await findBusyOf(ctx.db, everybody, window, ctx.now())
  const busyOf = (id: number) => [
    ...busy.filter(({ personId }) => personId === id).map(spanOf),
    ...elsewhere.filter(({ personId }) => personId === id),
  ]
  const query = { people: inOrder.map((id) => ({ free: hours.get(id) ?? null, busy: busyOf(id) })), window, minutes }
  // A new time must differ from the event's current one.
  const current = await store.findStart(ctx.db, mentorshipId, except)
  const slots = findSlots(query).filter((at) => at !== current)
  const usual = usualTime(await store.findPastCalls(ctx.db, mentorshipId, ctx.now()))
  const suggested = slots.length > 0 ? suggestSlots(slots, usual) : nearestSlots(query)
  const own = hours.get(me.personId) ?? null
  const known = busy.filter(({ personId, mentorshipId: of }) => personId === me.personId || of === mentorshipId)
  return {
    slots: slots.map(toTime),
    suggested: suggested.map((at) => ({ at: toTime(at), isUsual: slots.length > 0 && isAt(at, usual) })),
    isApart: slots.length === 0 && isApart(query.people, window),
    mine: own ? freeSpans(own, window).map(toSpan) : [],
    planned: plannedOf(known),
    busy: elsewhere.filter(({ personId }) => personId === me.personId).map(toSpan),
    freeHours: own,
    areOthersKnown: inOrder.every((id) => id === me.personId || hours.has(id)),
    until: toTime(window.until),
  }
}

/** The person's own setting, otherwise their survey answers. */
async function freeHoursOf(db: Db, personIds: readonly number[]): Promise<Map<number, FreeHours>> {
  const hours = await store.findFreeHours(db, personIds)
  for (const id of personIds) {
    const answered = hours.has(id) ? null : freeHoursOfAnswers(await findCriteria(db, id))
    if (answered) hours.set(id, answered)
  }
  return hours
}

const spanOf = ({ at, minutes }: store.BusyRow): Span => ({ from: at.getTime(), until: at.getTime() + minutes * MINUTE_MS })

/** True if their free hours never overlap, even without any events: then no other week will help. */
const isApart = (people: readonly SlotPerson[], window: Span): boolean =>
  findSlots({ people: people.map(({ free }) => ({ free, busy: [] })), window, minutes: 15 }).length === 0

const toTime = (at: number): string => new Date(at).toISOString()
const toSpan = ({ from, until }: Span) => ({ from: toTime(from), until: toTime(until) })
const isAt = (at: number, usual: string | null): boolean => wallAt(new Date(at), INDIA).time === usual

/** The query returns an event of the mentorship once per member. */
function plannedOf(rows: readonly store.BusyRow[]): FoundTimes['planned'] {
  const byEvent = new Map(rows.map((row) => [`${row.mentorshipId} ${row.at.getTime()} ${row.title}`, row]))
  return [...byEvent.values()].map((row) => ({ ...toSpan(spanOf(row)), title: row.title }))
}

export async function saveFreeHours(ctx: Ctx, hours: FreeHours): Promise<FreeHours> {
  const days = [...new Set(hours.days)].toSorted((one, other) => one - other)
  const saved = { ...hours, days, times: [...new Set(hours.times)] }
  await store.upsertFreeHours(ctx.db, ctx.actor.personId, saved, ctx.now())
  return saved
}
