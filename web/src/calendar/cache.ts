import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { plainDay } from '#core/i18n/india-time.ts'
import type { Day } from './days.ts'

const momentOf = ({ scheduledTime }: CalendarEvent): number => new Date(scheduledTime).getTime()

/** The day in India. */
export const dayOf = ({ scheduledTime }: Pick<CalendarEvent, 'scheduledTime'>): Day => plainDay(scheduledTime)

const inOrder = (events: readonly CalendarEvent[]): CalendarEvent[] =>
  events.toSorted((one, other) => momentOf(one) - momentOf(other) || one.id - other.id)

/** Earliest first. */
export const eventsOn = (events: readonly CalendarEvent[], day: Day): CalendarEvent[] =>
  inOrder(events.filter((event) => dayOf(event) === day))

/** Current and future events, earliest first. */
export function comingOf(events: readonly CalendarEvent[], now: Date, most: number): CalendarEvent[] {
  return inOrder(events.filter((event) => momentOf(event) + event.minutes * 60_000 > now.getTime())).slice(0, most)
}

export const groupByDay = (events: readonly CalendarEvent[]): ReadonlyMap<Day, readonly CalendarEvent[]> =>
  Map.groupBy(inOrder(events), dayOf)

/** Merges an event from a server reply, until the list is refetched. */
export function withEvent(events: readonly CalendarEvent[], event: CalendarEvent): CalendarEvent[] {
  return inOrder([...events.filter(({ id }) => id !== event.id), event])
}

/** Whether it is the first remaining occurrence of its series. */
export const isFirstOfSeries = (event: CalendarEvent, events: readonly CalendarEvent[]): boolean =>
  !events.some(({ series, seriesDate }) => series === event.series && seriesDate < event.seriesDate)
