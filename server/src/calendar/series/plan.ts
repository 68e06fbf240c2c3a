import { DAY_MS } from '@saathi/contract/core/time'
import type { EventFrequency, Scope } from '@saathi/contract/calendar/entities'
import { datesOf, MAX_OCCURRENCES, type Rule } from '@saathi/contract/calendar/recurrence'
import { momentOf, wallAt } from '@saathi/contract/calendar/zone'

/** Fields that occurrences share with their series, and may override. */
type SharedFields = { title: string; description: string; isPairGroupCall: boolean; minutes: number }
export type OwnField = 'time' | keyof SharedFields
export type Series = SharedFields & Rule & { zone: string; time: string }
export type Occurrence = SharedFields & {
  id: number
  date: string
  at: Date
  sessionId: number | null
  own: readonly OwnField[]
  /** Live, cancelled with its series, or cancelled individually. */
  status: 'live' | 'dropped' | 'alone'
}
export type EventInput = SharedFields & {
  at: Date
  zone: string
  frequency: EventFrequency
  end: string | null
  sessionId: number | null
}

/** The target state of an occurrence; without an id it is new. */
export type Placed = Omit<Occurrence, 'id'> & { id: number | null }
/** `before`: the remaining part of a split series; null if the change covers all of it. */
export type Plan = { before: Series | null; series: Series; placed: Placed[] }
export type PlanProblem = {
  field: 'scheduledTime' | 'eventFrequency' | 'repeatEndDate' | 'timeZone'
  problem: 'notForThis' | 'otherDay' | 'otherZone' | 'beforeStart' | 'tooMany'
}

const sharedFields = ['title', 'description', 'isPairGroupCall', 'minutes'] as const
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const daysLater = (date: string, days: number) => new Date((dayNumber(date) + days) * DAY_MS).toISOString().slice(0, 10)
const dayBefore = (date: string) => daysLater(date, -1)
const isLive = ({ status }: Pick<Occurrence, 'status'>) => status === 'live'
const slotOf = ({ zone, time }: Series, date: string) => momentOf({ date, time }, zone)

/** FOLLOWING from the first live occurrence means ALL; an event that does not repeat is always ALL. */
function reachOf(series: Series, all: readonly Occurrence[], target: Occurrence, scope: Scope): Scope {
  if (series.frequency === 'NONE') return 'ALL'
  if (scope !== 'FOLLOWING') return scope
  return all.some((one) => isLive(one) && one.date < target.date) ? 'FOLLOWING' : 'ALL'
}

export function planNew(input: EventInput): Plan {
  const { date, time } = wallAt(input.at, input.zone)
  const { title, description, isPairGroupCall, minutes, zone, frequency, end } = input
  const series: Series = { title, description, isPairGroupCall, minutes, zone, time, frequency, end, anchor: date, from: date }
  const placed = datesOf(series).map((day) => ({ ...fresh(series, day), sessionId: input.sessionId }))
  return {
    before: null,
    series,
    placed: placed.map((one, index) => (index === 0 ? { ...one, ...timeOf(series, date, input.at) } : one)),
  }
}

/**
 * Uses the exact requested instant: when clocks are set back, the series might use the other instant with the same local time.
 */
const timeOf = (series: Series, date: string, at: Date): Pick<Placed, 'at' | 'own'> => ({
  at,
  own: at.getTime() === slotOf(series, date).getTime() ? [] : ['time'],
})

const fresh = (series: Series, date: string): Placed => ({
  id: null,
  date,
  at: slotOf(series, date),
  title: series.title,
  description: series.description,
  isPairGroupCall: series.isPairGroupCall,
  minutes: series.minutes,
  sessionId: null,
  own: [],
  status: 'live',
})

export function planEdit(
  series: Series,
  all: readonly Occurrence[],
  target: Occurrence,
  input: EventInput,
  scope: Scope,
): Plan | PlanProblem {
  const reach = reachOf(series, all, target, scope)
  if (reach === 'THIS') return planThis(series, target, input)
  const isMoved = input.at.getTime() !== target.at.getTime()
  const wall = wallAt(input.at, input.zone)
  const isOtherDay = isMoved && wall.date !== wallAt(target.at, input.zone).date
  const isFirst = !all.some((one) => isLive(one) && one.date < target.date)
  // Occurrences keep their day; only the first one can move the days of the whole series.
  if (isOtherDay && reach === 'ALL' && !isFirst) return { field: 'scheduledTime', problem: 'otherDay' }
  const slotDay = wallAt(slotOf(series, target.date), input.zone).date
  const isSingle = series.frequency === 'NONE' && input.frequency === 'NONE'
  if (!isSingle && !isOtherDay && slotDay !== target.date) return { field: 'timeZone', problem: 'otherZone' }

  const begin = isOtherDay ? wall.date : slotDay
  const from = reach === 'ALL' && !isOtherDay && input.frequency !== 'NONE' ? series.from : begin
  const next: Series = {
    ...series,
    ...Object.fromEntries(sharedFields.filter((field) => input[field] !== target[field]).map((field) => [field, input[field]])),
    zone: input.zone,
    time: isMoved ? wall.time : input.zone === series.zone ? series.time : wallAt(slotOf(series, target.date), input.zone).time,
    frequency: input.frequency,
    end: input.end,
    from,
    // A new pattern is anchored at the edited occurrence, so that it is always part of it.
    anchor: isOtherDay ? wall.date : input.frequency === series.frequency ? series.anchor : begin,
  }
  const reached = reach === 'ALL' ? all : all.filter(({ date }) => date >= target.date)
  const others = reached.filter(({ id }) => id !== target.id)
  const before = reach === 'ALL' ? null : { ...series, end: dayBefore(target.date) }
  const isShifted = isOtherDay && input.frequency === series.frequency && series.frequency !== 'NONE'
  if (isShifted && input.end === series.end)
    return { before, ...planShift(series, withEndAfter(series, next, target), target, others, input) }
  if (next.end !== null && next.end < begin) return { field: 'repeatEndDate', problem: 'beforeStart' }
  if (datesOf(next).length > MAX_OCCURRENCES) return { field: 'repeatEndDate', problem: 'tooMany' }
  if (isShifted) return { before, ...planShift(series, next, target, others, input) }
  const edited = editTarget(next, target, input, begin)
  return { before, series: next, placed: [edited, ...placeAll(next, others, datesOf(next), begin)] }
}

/** The dates of the series from the edited occurrence on. */
const datesFrom = (series: Series, target: Occurrence) => datesOf({ ...series, from: target.date })

/**
 * The same pattern on other days: each occurrence keeps its position, link and overrides, even if it was cancelled individually.
 */
function planShift(
  series: Series,
  next: Series,
  target: Occurrence,
  others: readonly Occurrence[],
  input: EventInput,
): Omit<Plan, 'before'> {
  const dates = datesOf(next)
  const places = new Map(datesFrom(series, target).map((date, index) => [date, dates[index]]))
  const edited = editTarget(next, target, input, next.from)
  const shifted = others.flatMap((one) => {
    const date = places.get(one.date)
    return date === undefined ? [] : [{ ...one, date }]
  })
  const lost = others.filter(({ date }) => places.get(date) === undefined).map(drop)
  return { series: next, placed: [edited, ...placeAll(next, shifted, dates, edited.date), ...lost] }
}

/**
 * An unchanged end date moves with the series, so that no occurrence is lost; for months of different length, so that the count
 * stays the same.
 */
function withEndAfter(series: Series, moved: Series, target: Occurrence): Series {
  if (series.end === null) return moved
  const count = datesFrom(series, target).length
  const end = daysLater(series.end, dayNumber(moved.from) - dayNumber(target.date))
  const dates = datesOf({ ...moved, end: daysLater(end, 62) })
  const isFitting = datesOf({ ...moved, end }).length === count
  return { ...moved, end: isFitting ? end : (dates[count - 1] ?? end) }
}

function planThis(series: Series, target: Occurrence, input: EventInput): Plan | PlanProblem {
  if (input.frequency !== series.frequency) return { field: 'eventFrequency', problem: 'notForThis' }
  if (input.end !== series.end) return { field: 'repeatEndDate', problem: 'notForThis' }
  const { title, description, isPairGroupCall, minutes, at } = input
  const own = (isOwn: boolean, field: OwnField) => (isOwn ? [field] : [])
  const placed: Placed = {
    ...target,
    title,
    description,
    isPairGroupCall,
    minutes,
    at,
    own: [
      ...own(at.getTime() !== slotOf(series, target.date).getTime(), 'time'),
      ...sharedFields.flatMap((field) => own(input[field] !== series[field], field)),
    ],
  }
  return { before: null, series, placed: [placed] }
}

/** The edited occurrence with the requested values. Overrides that were not edited stay. */
function editTarget(next: Series, target: Occurrence, input: EventInput, date: string): Placed {
  const { title, description, isPairGroupCall, minutes } = input
  const isMoved = input.at.getTime() !== target.at.getTime()
  const hasOwnTime = target.own.includes('time')
  const at = isMoved || hasOwnTime ? input.at : slotOf(next, date)
  return {
    ...target,
    title,
    description,
    isPairGroupCall,
    minutes,
    date,
    at,
    sessionId: next.frequency === 'NONE' ? input.sessionId : null,
    own: [
      ...timeOf(next, date, at).own,
      ...sharedFields.filter(
        (field) => target.own.includes(field) && input[field] === target[field] && input[field] !== next[field],
      ),
    ],
    status: 'live',
  }
}

/** Existing days keep their occurrence with its overrides, removed days are dropped, and new days get a new one. */
function placeAll(next: Series, others: readonly Occurrence[], dates: readonly string[], taken: string): Placed[] {
  const wantedDays = new Set(dates.filter((date) => date !== taken))
  const byDate = Map.groupBy(others, ({ date }) => date)
  const existing = [...byDate.values()].flatMap((same) => {
    const chosen = same.find(isLive) ?? same.find(({ status }) => status === 'alone') ?? same.at(-1)
    return same.map((one) => (one === chosen && wantedDays.has(one.date) ? follow(next, one) : drop(one)))
  })
  const missing = [...wantedDays].filter((date) => !byDate.has(date))
  return [...existing, ...missing.map((date) => fresh(next, date))]
}

function follow(next: Series, one: Occurrence): Placed {
  if (one.status === 'alone') return one
  const owns = (field: OwnField) => one.own.includes(field)
  return {
    ...one,
    ...Object.fromEntries(sharedFields.filter((field) => !owns(field)).map((field) => [field, next[field]])),
    at: owns('time') ? one.at : slotOf(next, one.date),
    status: 'live',
  }
}

const drop = (one: Occurrence): Placed => (isLive(one) ? { ...one, status: 'dropped' } : one)

/** Cancels the occurrence, or all in scope. */
export function planRemoval(series: Series, all: readonly Occurrence[], target: Occurrence, scope: Scope): Plan {
  const reach = reachOf(series, all, target, scope)
  if (reach === 'THIS') return { before: null, series, placed: [{ ...target, status: 'alone' }] }
  if (reach === 'ALL') return { before: null, series, placed: all.map(drop) }
  const shorter = { ...series, end: dayBefore(target.date) }
  return { before: null, series: shorter, placed: all.filter(({ date }) => date >= target.date).map(drop) }
}
