import { DAY_MS } from '@saathi/contract/core/time'

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
/** Parts that we do not understand. A rule with one of them is not repeated. */
const unknownParts = ['BYSETPOS', 'BYWEEKNO', 'BYYEARDAY', 'BYHOUR', 'BYMINUTE', 'BYSECOND']
/** How far before the window COUNT is counted: ten years. */
const MAX_COUNTED_DAYS = 3_700

/** Days since 1970. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const partsOf = (day: number) => {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { year, month, date: date.getUTCDate(), length, weekday: (((day + 3) % 7) + 7) % 7 }
}

type Frequency = (typeof frequencies)[number]
type Rule = {
  frequency: Frequency
  interval: number
  count: number | null
  /** Weekdays from 0 for Monday; `nth` counts within the month, from its end if negative; 0 is every one. */
  days: readonly { nth: number; weekday: number }[]
  dates: readonly number[]
  months: readonly number[]
  weekStart: number
}

/** Null for a rule that we cannot read: then only the first occurrence counts. */
function readRule(text: string): Rule | null {
  const parts = new Map(text.split(';').map((part) => [part.split('=')[0]?.toUpperCase() ?? '', part.split('=')[1] ?? '']))
  const listOf = (name: string) => (parts.get(name) ?? '').split(',').filter((item) => item !== '')
  const frequency = frequencies.find((name) => name === parts.get('FREQ'))
  const interval = Number(parts.get('INTERVAL') ?? 1)
  if (!frequency || !(interval >= 1) || unknownParts.some((name) => parts.has(name))) return null
  const count = Number(parts.get('COUNT'))
  const weekdayOf = (name: string) => weekdays.findIndex((each) => each === name)
  const days = listOf('BYDAY').map((day) => ({ nth: Number(day.slice(0, -2)), weekday: weekdayOf(day.slice(-2)) }))
  const months = listOf('BYMONTH').map(Number)
  // Such as the twentieth Monday of a year.
  if (frequency === 'YEARLY' && months.length === 0 && days.some(({ nth }) => nth !== 0)) return null
  return {
    frequency,
    interval,
    count: count > 0 ? count : null,
    days,
    dates: listOf('BYMONTHDAY').map(Number),
    months,
    weekStart: Math.max(0, weekdayOf(parts.get('WKST') ?? 'MO')),
  }
}

/** Whether a rule that began on `first` includes a day. Each day is judged alone, so no rule can keep us searching. */
function includes({ frequency, interval, days, dates, months, weekStart }: Rule, first: number, day: number): boolean {
  if (day === first) return true
  const [at, start] = [partsOf(day), partsOf(first)]
  if (months.length > 0 && !months.includes(at.month)) return false
  const weekOf = (one: number) => Math.floor((one + 3 - weekStart) / 7)
  const passed = {
    DAILY: day - first,
    WEEKLY: weekOf(day) - weekOf(first),
    MONTHLY: (at.year - start.year) * 12 + at.month - start.month,
    YEARLY: at.year - start.year,
  }
  if (passed[frequency] % interval !== 0) return false
  if (dates.length > 0 || days.length > 0) {
    const isDate = dates.some((date) => (date > 0 ? date : at.length + 1 + date) === at.date)
    const isDay = days.some(({ nth, weekday }) => weekday === at.weekday && (nth === 0 || nth === nthOf(at, nth < 0)))
    return (dates.length === 0 || isDate) && (days.length === 0 || isDay)
  }
  if (frequency === 'WEEKLY') return at.weekday === start.weekday
  if (frequency === 'MONTHLY') return at.date === start.date
  return frequency === 'DAILY' || (at.date === start.date && (months.length > 0 || at.month === start.month))
}

const nthOf = ({ date, length }: { date: number; length: number }, fromEnd: boolean): number =>
  fromEnd ? -(Math.floor((length - date) / 7) + 1) : Math.floor((date - 1) / 7) + 1

/** How many days may still be judged, for all rules of a calendar together. */
export type DayBudget = { left: number }

/** The days of a rule (RFC 5545) from `from` to `until`, both included. The caller applies UNTIL, which is a moment. */
export function daysOfRule(
  text: string,
  first: number,
  { from, until, budget }: { from: number; until: number; budget: DayBudget },
): number[] {
  const rule = readRule(text)
  if (!rule) return first >= from && first <= until ? [first] : []
  let left = rule.count ?? Infinity
  const days: number[] = []
  // Only COUNT needs the days before the window.
  const begin = Math.max(first, rule.count === null ? from : from - MAX_COUNTED_DAYS)
  for (let day = begin; day <= until && left > 0 && budget.left > 0; day += 1) {
    budget.left -= 1
    if (!includes(rule, first, day)) continue
    left -= 1
    if (day >= from) days.push(day)
  }
  return days
}
