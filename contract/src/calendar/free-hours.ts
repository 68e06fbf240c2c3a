import * as z from 'zod/mini'
import { DAY_MS } from '../core/time.ts'
import { merge, type Span } from './spans.ts'
import { INDIA, isZone, momentOf, wallAt } from './zone.ts'

/** Parts of a day, as the first survey asks for them. */
export const FreeTime = z.enum(['early', 'morning', 'afternoon', 'evening', 'night'])
export type FreeTime = z.infer<typeof FreeTime>

/** The start and the end of each part, as clock times. */
export const freeTimeClock: Readonly<Record<FreeTime, readonly [string, string]>> = {
  early: ['06:00:00', '09:00:00'],
  morning: ['09:00:00', '12:00:00'],
  afternoon: ['12:00:00', '17:00:00'],
  evening: ['17:00:00', '20:00:00'],
  night: ['20:00:00', '22:00:00'],
}

/** When a person is usually free. Days from 0 for Monday to 6 for Sunday. */
export const FreeHours = z.object({
  timeZone: z.string().check(z.maxLength(64), z.refine(isZone, 'There is no such time zone.')),
  days: z.array(z.int().check(z.gte(0), z.lte(6))).check(z.minLength(1), z.maxLength(7)),
  times: z.array(FreeTime).check(z.minLength(1), z.maxLength(5)),
})
export type FreeHours = z.infer<typeof FreeHours>

/** The matching criteria of the survey questions about free hours. */
const FREE_DAYS = 'free-days'
const FREE_TIMES = 'free-times'

const daysByAnswer: Readonly<Record<string, readonly number[]>> = {
  weekdays: [0, 1, 2, 3, 4],
  weekends: [5, 6],
  both: [0, 1, 2, 3, 4, 5, 6],
}

const listOf = (answer: unknown): unknown[] => (Array.isArray(answer) ? answer : [answer])

/** Null if the survey does not say which hours. Without an answer about days, all days count. */
export function freeHoursOfAnswers(answers: ReadonlyMap<string, unknown>): FreeHours | null {
  const times = FreeTime.options.filter((time) => listOf(answers.get(FREE_TIMES)).includes(time))
  if (times.length === 0) return null
  const known = listOf(answers.get(FREE_DAYS)).flatMap((day) => (typeof day === 'string' ? (daysByAnswer[day] ?? []) : []))
  const days = [...new Set(known)].toSorted((one, other) => one - other)
  return { timeZone: INDIA, days: days.length > 0 ? days : [0, 1, 2, 3, 4, 5, 6], times }
}

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10)
/** From 0 for Monday to 6 for Sunday. */
const weekdayOf = (day: number): number => (new Date(day).getUTCDay() + 6) % 7

/** The free hours between two instants, by the clock of their zone, also across clock changes. */
export function freeSpans({ timeZone, days, times }: FreeHours, { from, until }: Span): Span[] {
  const dayAt = (instant: number): number => Date.parse(`${wallAt(new Date(instant), timeZone).date}T00:00:00Z`)
  const clocks = mergeClocks(times)
  const spans: Span[] = []
  for (let day = dayAt(from); day <= dayAt(until); day += DAY_MS) {
    if (!days.includes(weekdayOf(day))) continue
    const at = (time: string) => momentOf({ date: dateOf(day), time }, timeZone).getTime()
    spans.push(...clocks.map(([start, end]) => ({ from: Math.max(from, at(start)), until: Math.min(until, at(end)) })))
  }
  return merge(spans)
}

/** Neighbouring parts of a day become one, which saves half of the slow conversions. */
function mergeClocks(times: readonly FreeTime[]): [string, string][] {
  const merged: [string, string][] = []
  for (const [start, end] of FreeTime.options.filter((time) => times.includes(time)).map((time) => freeTimeClock[time])) {
    const last = merged.at(-1)
    if (last && last[1] === start) last[1] = end
    else merged.push([start, end])
  }
  return merged
}
