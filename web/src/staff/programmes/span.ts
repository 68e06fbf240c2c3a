import { DAY_MS } from '@saathi/contract/core/time'

export type Span = {
  /** In percent of the width. */
  place: (day: string) => number
  months: readonly { day: string; at: number; isFirstOfYear: boolean }[]
}

const MAX_MONTHS = 6
const numberOf = (day: string): number => Date.parse(day) / DAY_MS

/** Positions of days on a timeline from the first to the last day of the cohorts, including today, with month names. */
export function spanOf(cohorts: readonly { startsOn: string; endsOn: string }[], today: string): Span {
  const days = [today, ...cohorts.flatMap(({ startsOn, endsOn }) => [startsOn, endsOn])].toSorted()
  const first = `${(days[0] ?? today).slice(0, 7)}-01`
  const last = days.at(-1) ?? today
  const length = Math.max(1, numberOf(last) - numberOf(first))
  const place = (day: string) => Math.round(((numberOf(day) - numberOf(first)) / length) * 1000) / 10
  const starts: string[] = []
  for (let start = first; start < last; start = nextMonth(start)) starts.push(start)
  const step = Math.ceil(starts.length / MAX_MONTHS)
  const named = starts.filter((_, at) => at % step === 0)
  const months = named.map((day, at) => ({ day, at: place(day), isFirstOfYear: day.slice(0, 4) !== named[at - 1]?.slice(0, 4) }))
  return { place, months }
}

function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
