import type { EventFrequency, Scope } from '@saathi/contract/calendar/entities'
import { datesOf, MAX_OCCURRENCES, type Rule } from '@saathi/contract/calendar/recurrence'
import { momentOf, wallAt } from '@saathi/contract/calendar/zone'

/** What the occurrences of a series share, and each may have its own of. */
export type Words = { title: string; description: string; isPairGroupCall: boolean }
export type OwnField = 'time' | keyof Words
export type Series = Words & Rule & { zone: string; time: string }
export type Occurrence = Words & {
  id: number
  date: string
  at: Date
  sessionId: number | null
  own: readonly OwnField[]
  /** Live, taken out with its series, or taken out by itself. */
  standing: 'live' | 'dropped' | 'alone'
}
export type Wanted = Words & {
  at: Date
  zone: string
  frequency: EventFrequency
  end: string | null
  sessionId: number | null
}

/** How an occurrence is to stand; one without an id is new. */
export type Placed = Omit<Occurrence, 'id'> & { id: number | null }
/** `before`: what the series becomes that the change does not reach, null where it reaches all of it. */
export type Plan = { before: Series | null; series: Series; placed: Placed[] }
export type PlanProblem = {
  field: 'scheduledTime' | 'eventFrequency' | 'repeatEndDate' | 'timeZone'
  problem: 'notForThis' | 'otherDay' | 'otherZone' | 'beforeStart' | 'tooMany'
}

const words = ['title', 'description', 'isPairGroupCall'] as const
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const daysLater = (date: string, days: number) => new Date((dayNumber(date) + days) * 86_400_000).toISOString().slice(0, 10)
const dayBefore = (date: string) => daysLater(date, -1)
const isLive = ({ standing }: Pick<Occurrence, 'standing'>) => standing === 'live'
const slotOf = ({ zone, time }: Series, date: string) => momentOf({ date, time }, zone)

/** Following from the first that is left means all; of what does not repeat there is only one. */
function reachOf(series: Series, all: readonly Occurrence[], target: Occurrence, scope: Scope): Scope {
  if (series.frequency === 'NONE') return 'ALL'
  if (scope !== 'FOLLOWING') return scope
  return all.some((one) => isLive(one) && one.date < target.date) ? 'FOLLOWING' : 'ALL'
}

export function planNew(wanted: Wanted): Plan {
  const { date, time } = wallAt(wanted.at, wanted.zone)
  const { title, description, isPairGroupCall, zone, frequency, end } = wanted
  const series: Series = { title, description, isPairGroupCall, zone, time, frequency, end, anchor: date, from: date }
  const placed = datesOf(series).map((day) => ({ ...fresh(series, day), sessionId: wanted.sessionId }))
  return {
    before: null,
    series,
    placed: placed.map((one, index) => (index === 0 ? { ...one, ...timeOf(series, date, wanted.at) } : one)),
  }
}

/** Exactly when it was asked for, also where the clock shows that hour twice and the series means the other one. */
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
  sessionId: null,
  own: [],
  standing: 'live',
})

export function planEdit(
  series: Series,
  all: readonly Occurrence[],
  target: Occurrence,
  wanted: Wanted,
  scope: Scope,
): Plan | PlanProblem {
  const reach = reachOf(series, all, target, scope)
  if (reach === 'THIS') return planThis(series, target, wanted)
  const isMoved = wanted.at.getTime() !== target.at.getTime()
  const wall = wallAt(wanted.at, wanted.zone)
  const isOtherDay = isMoved && wall.date !== wallAt(target.at, wanted.zone).date
  const isFirst = !all.some((one) => isLive(one) && one.date < target.date)
  // Every occurrence keeps its day: only where the series begins with the one that is moved can its days go with it.
  if (isOtherDay && reach === 'ALL' && !isFirst) return { field: 'scheduledTime', problem: 'otherDay' }
  const slotDay = wallAt(slotOf(series, target.date), wanted.zone).date
  const isSingle = series.frequency === 'NONE' && wanted.frequency === 'NONE'
  if (!isSingle && !isOtherDay && slotDay !== target.date) return { field: 'timeZone', problem: 'otherZone' }

  const begin = isOtherDay ? wall.date : slotDay
  const from = reach === 'ALL' && !isOtherDay && wanted.frequency !== 'NONE' ? series.from : begin
  const next: Series = {
    ...series,
    ...Object.fromEntries(words.filter((word) => wanted[word] !== target[word]).map((word) => [word, wanted[word]])),
    zone: wanted.zone,
    time: isMoved ? wall.time : wanted.zone === series.zone ? series.time : wallAt(slotOf(series, target.date), wanted.zone).time,
    frequency: wanted.frequency,
    end: wanted.end,
    from,
    // Another pattern is counted from the one that was edited, which so is always part of it.
    anchor: isOtherDay ? wall.date : wanted.frequency === series.frequency ? series.anchor : begin,
  }
  const reached = reach === 'ALL' ? all : all.filter(({ date }) => date >= target.date)
  const others = reached.filter(({ id }) => id !== target.id)
  const before = reach === 'ALL' ? null : { ...series, end: dayBefore(target.date) }
  const isShifted = isOtherDay && wanted.frequency === series.frequency && series.frequency !== 'NONE'
  if (isShifted && wanted.end === series.end)
    return { before, ...planShift(series, withEndAfter(series, next, target), target, others, wanted) }
  if (next.end !== null && next.end < begin) return { field: 'repeatEndDate', problem: 'beforeStart' }
  if (datesOf(next).length > MAX_OCCURRENCES) return { field: 'repeatEndDate', problem: 'tooMany' }
  if (isShifted) return { before, ...planShift(series, next, target, others, wanted) }
  const edited = editTarget(next, target, wanted, begin)
  return { before, series: next, placed: [edited, ...placeAll(next, others, datesOf(next), begin)] }
}

/** From the one that is edited on. */
const datesFrom = (series: Series, target: Occurrence) => datesOf({ ...series, from: target.date })

/**
 * The same pattern on other days: the second stays the second, with its link and all that is its own, also when it was taken
 * out by itself.
 */
function planShift(
  series: Series,
  next: Series,
  target: Occurrence,
  others: readonly Occurrence[],
  wanted: Wanted,
): Omit<Plan, 'before'> {
  const dates = datesOf(next)
  const places = new Map(datesFrom(series, target).map((date, index) => [date, dates[index]]))
  const edited = editTarget(next, target, wanted, next.from)
  const shifted = others.flatMap((one) => {
    const date = places.get(one.date)
    return date === undefined ? [] : [{ ...one, date }]
  })
  const lost = others.filter(({ date }) => places.get(date) === undefined).map(drop)
  return { series: next, placed: [edited, ...placeAll(next, shifted, dates, edited.date), ...lost] }
}

/**
 * An end that nobody touched goes along, as many days as the series itself, so that none is lost at the end; where months are of
 * different length, so that as many fit in as before.
 */
function withEndAfter(series: Series, moved: Series, target: Occurrence): Series {
  if (series.end === null) return moved
  const count = datesFrom(series, target).length
  const end = daysLater(series.end, dayNumber(moved.from) - dayNumber(target.date))
  const dates = datesOf({ ...moved, end: daysLater(end, 62) })
  const isFitting = datesOf({ ...moved, end }).length === count
  return { ...moved, end: isFitting ? end : (dates[count - 1] ?? end) }
}

function planThis(series: Series, target: Occurrence, wanted: Wanted): Plan | PlanProblem {
  if (wanted.frequency !== series.frequency) return { field: 'eventFrequency', problem: 'notForThis' }
  if (wanted.end !== series.end) return { field: 'repeatEndDate', problem: 'notForThis' }
  const { title, description, isPairGroupCall, at } = wanted
  const own = (isOwn: boolean, field: OwnField) => (isOwn ? [field] : [])
  const placed: Placed = {
    ...target,
    title,
    description,
    isPairGroupCall,
    at,
    own: [
      ...own(at.getTime() !== slotOf(series, target.date).getTime(), 'time'),
      ...words.flatMap((word) => own(wanted[word] !== series[word], word)),
    ],
  }
  return { before: null, series, placed: [placed] }
}

/** What was asked for it, it gets; what it had of its own and nobody touched, it keeps. */
function editTarget(next: Series, target: Occurrence, wanted: Wanted, date: string): Placed {
  const { title, description, isPairGroupCall } = wanted
  const isMoved = wanted.at.getTime() !== target.at.getTime()
  const hasOwnTime = target.own.includes('time')
  const at = isMoved || hasOwnTime ? wanted.at : slotOf(next, date)
  return {
    ...target,
    title,
    description,
    isPairGroupCall,
    date,
    at,
    sessionId: next.frequency === 'NONE' ? wanted.sessionId : null,
    own: [
      ...timeOf(next, date, at).own,
      ...words.filter((word) => target.own.includes(word) && wanted[word] === target[word] && wanted[word] !== next[word]),
    ],
    standing: 'live',
  }
}

/** Days that the series still has keep their occurrence, with what is its own; others go, and new days get a new one. */
function placeAll(next: Series, others: readonly Occurrence[], dates: readonly string[], taken: string): Placed[] {
  const wanted = new Set(dates.filter((date) => date !== taken))
  const byDate = Map.groupBy(others, ({ date }) => date)
  const kept = [...byDate.values()].flatMap((same) => {
    const chosen = same.find(isLive) ?? same.find(({ standing }) => standing === 'alone') ?? same.at(-1)
    return same.map((one) => (one === chosen && wanted.has(one.date) ? follow(next, one) : drop(one)))
  })
  const missing = [...wanted].filter((date) => !byDate.has(date))
  return [...kept, ...missing.map((date) => fresh(next, date))]
}

function follow(next: Series, one: Occurrence): Placed {
  if (one.standing === 'alone') return one
  const owns = (field: OwnField) => one.own.includes(field)
  return {
    ...one,
    ...Object.fromEntries(words.filter((word) => !owns(word)).map((word) => [word, next[word]])),
    at: owns('time') ? one.at : slotOf(next, one.date),
    standing: 'live',
  }
}

const drop = (one: Occurrence): Placed => (isLive(one) ? { ...one, standing: 'dropped' } : one)

/** The one, or all that the scope reaches, are taken out. */
export function planRemoval(series: Series, all: readonly Occurrence[], target: Occurrence, scope: Scope): Plan {
  const reach = reachOf(series, all, target, scope)
  if (reach === 'THIS') return { before: null, series, placed: [{ ...target, standing: 'alone' }] }
  if (reach === 'ALL') return { before: null, series, placed: all.map(drop) }
  const shorter = { ...series, end: dayBefore(target.date) }
  return { before: null, series: shorter, placed: all.filter(({ date }) => date >= target.date).map(drop) }
}
