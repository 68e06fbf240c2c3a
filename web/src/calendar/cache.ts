import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { plainDay } from '#core/i18n/india-time.ts'
import type { Day } from './days.ts'

const momentOf = ({ scheduledTime }: CalendarEvent): number => new Date(scheduledTime).getTime()

/** In India. */
export const dayOf = ({ scheduledTime }: Pick<CalendarEvent, 'scheduledTime'>): Day => plainDay(scheduledTime)

const inOrder = (events: readonly CalendarEvent[]): CalendarEvent[] =>
  events.toSorted((one, other) => momentOf(one) - momentOf(other) || one.id - other.id)

/** The earliest first. */
export const eventsOn = (events: readonly CalendarEvent[], day: Day): CalendarEvent[] =>
  inOrder(events.filter((event) => dayOf(event) === day))

/** An event has no end; in calendar files it takes an hour, and so it does here. */
const EVENT_MS = 60 * 60_000

/** Those that go on or are ahead, the earliest first. */
export function comingOf(events: readonly CalendarEvent[], now: Date, most: number): CalendarEvent[] {
  return inOrder(events.filter((event) => momentOf(event) + EVENT_MS > now.getTime())).slice(0, most)
}

export const groupByDay = (events: readonly CalendarEvent[]): ReadonlyMap<Day, readonly CalendarEvent[]> =>
  Map.groupBy(inOrder(events), dayOf)

/** What the server has just said of one, until the whole list is read anew. */
export function withEvent(events: readonly CalendarEvent[], event: CalendarEvent): CalendarEvent[] {
  return inOrder([...events.filter(({ id }) => id !== event.id), event])
}

/** Whether its series begins with it, as far as the series is left. */
export const isFirstOfSeries = (event: CalendarEvent, events: readonly CalendarEvent[]): boolean =>
  !events.some(({ series, seriesDate }) => series === event.series && seriesDate < event.seriesDate)
