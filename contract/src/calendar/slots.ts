import { MINUTE_MS } from '../core/time.ts'
import { type FreeHours, freeSpans } from './free-hours.ts'
import { gapBetween, intersect, merge, type Span, subtract } from './spans.ts'
import { INDIA, momentOf, wallAt } from './zone.ts'

/** How far ahead times are offered. */
export const DAYS_AHEAD = 14
/** The earliest time offered is this far ahead. */
export const NOTICE_MINUTES = 60
/** Calls start on the hour or half hour in India, which is also a half hour in UTC. */
const STEP_MS = 30 * MINUTE_MS
/** How many times are offered first. */
const SUGGESTED = 3

/** `free`: null if unknown, so that only the busy times count. */
export type SlotPerson = { free: FreeHours | null; busy: readonly Span[] }
type SlotQuery = { people: readonly SlotPerson[]; window: Span; minutes: number }

/** Evenings, for people who have not said when they are free. */
const usualHours: FreeHours = { timeZone: INDIA, days: [0, 1, 2, 3, 4, 5, 6], times: ['evening', 'night'] }

const knownHours = (people: readonly SlotPerson[]): FreeHours[] => {
  const known = people.flatMap(({ free }) => free ?? [])
  return known.length > 0 ? known : [usualHours]
}
const busyOf = (people: readonly SlotPerson[]): Span[] => merge(people.flatMap(({ busy }) => busy))

/** All starts at which everybody is free for so many minutes, earliest first. */
export function findSlots({ people, window, minutes }: SlotQuery): number[] {
  const [first = [], ...more] = knownHours(people).map((hours) => freeSpans(hours, window))
  return startsIn(subtract(more.reduce(intersect, first), busyOf(people)), minutes)
}

function startsIn(spans: readonly Span[], minutes: number): number[] {
  return spans.flatMap(({ from, until }) => {
    const starts: number[] = []
    for (let at = Math.ceil(from / STEP_MS) * STEP_MS; at + minutes * MINUTE_MS <= until; at += STEP_MS) starts.push(at)
    return starts
  })
}

/**
 * For people whose free hours never overlap: times in the first person's free hours at which nobody is busy and which are closest
 * to the other people's free hours. At most one per day, closest first; returned in order of time.
 */
export function nearestSlots({ people, window, minutes }: SlotQuery): number[] {
  const [own = [], ...others] = knownHours(people).map((hours) => freeSpans(hours, window))
  const distanceOf = (at: number) =>
    others.reduce((sum, spans) => {
      const gaps = spans.map((span) => gapBetween(span, { from: at, until: at + minutes * MINUTE_MS }))
      return sum + (gaps.length > 0 ? Math.min(...gaps) : 0)
    }, 0)
  const byDistance = startsIn(subtract(own, busyOf(people)), minutes)
    .map((at) => ({ at, distance: distanceOf(at) }))
    .toSorted((one, other) => one.distance - other.distance || one.at - other.at)
  return onePerDay(byDistance.map(({ at }) => at)).toSorted((one, other) => one - other)
}

const dayOf = (at: number): string => wallAt(new Date(at), INDIA).date

function onePerDay(starts: readonly number[]): number[] {
  const byDay = new Map<string, number>()
  for (const at of starts) if (byDay.size < SUGGESTED && !byDay.has(dayOf(at))) byDay.set(dayOf(at), at)
  return [...byDay.values()]
}

/** Half past seven in the evening, for people who have not talked yet. */
const USUAL_TIME = '19:30:00'

/** One time on each of the first days: the usual time of day of these people, or the closest to it. */
export function suggestSlots(slots: readonly number[], usual: string | null): number[] {
  const timeOfDay = usual ?? USUAL_TIME
  const distanceOf = (at: number) => Math.abs(at - momentOf({ date: dayOf(at), time: timeOfDay }, INDIA).getTime())
  return [...Map.groupBy(slots, dayOf).values()]
    .slice(0, SUGGESTED)
    .flatMap((sameDay) => sameDay.toSorted((one, other) => distanceOf(one) - distanceOf(other)).slice(0, 1))
}

/** The most frequent time of day among these starts; null if no time occurs twice. */
export function usualTime(starts: readonly Date[]): string | null {
  const times = Map.groupBy(
    starts.map((at) => wallAt(at, INDIA).time),
    (time) => time,
  )
  const [most] = [...times].toSorted(([, one], [, other]) => other.length - one.length)
  return most && most[1].length > 1 ? most[0] : null
}
