import type { Scope } from '@saathi/contract/calendar/entities'
import { INDIA, momentOf, wallAt } from '@saathi/contract/calendar/zone'
import { describe, expect, test } from 'vitest'
import {
  type Occurrence,
  type Placed,
  type Plan,
  planEdit,
  planNew,
  type PlanProblem,
  planRemoval,
  type Series,
  type EventInput,
} from './plan.ts'

const at = (date: string, time = '19:30') => momentOf({ date, time: `${time}:00` }, INDIA)
const weekly: EventInput = {
  title: 'Weekly call',
  description: '',
  isPairGroupCall: true,
  minutes: 60,
  at: at('2026-11-07'),
  zone: INDIA,
  frequency: 'WEEKLY',
  end: '2026-11-28',
  sessionId: null,
}
type StoredSeries = { series: Series; all: Occurrence[] }

/** The stored state after the plan. */
function store({ series, placed }: Plan, old: readonly Occurrence[] = []): StoredSeries {
  let next = Math.max(0, ...old.map(({ id }) => id))
  const written = placed.map((one): Occurrence => ({ ...one, id: one.id ?? (next += 1) }))
  const untouched = old.filter(({ id }) => !written.some((one) => one.id === id))
  return { series, all: [...untouched, ...written].toSorted((a, b) => (a.date < b.date ? -1 : 1)) }
}
const start = (changes: Partial<EventInput> = {}): StoredSeries => store(planNew({ ...weekly, ...changes }))
const nth = ({ all }: StoredSeries, place: number): Occurrence => {
  const one = all.filter(({ status }) => status === 'live')[place]
  if (!one) throw new Error(`no occurrence ${place}`)
  return one
}
const asItIs = ({ series }: StoredSeries, target: Occurrence): EventInput => ({
  title: target.title,
  description: target.description,
  isPairGroupCall: target.isPairGroupCall,
  minutes: target.minutes,
  at: target.at,
  zone: series.zone,
  frequency: series.frequency,
  end: series.end,
  sessionId: target.sessionId,
})
const isPlan = (result: Plan | PlanProblem): result is Plan => !('problem' in result)
const tryEdit = (stored: StoredSeries, place: number, changes: Partial<EventInput>, scope: Scope) =>
  planEdit(stored.series, stored.all, nth(stored, place), { ...asItIs(stored, nth(stored, place)), ...changes }, scope)
function plan(stored: StoredSeries, place: number, changes: Partial<EventInput>, scope: Scope): Plan {
  const result = tryEdit(stored, place, changes, scope)
  if (!isPlan(result)) throw new Error(`refused: ${result.field} ${result.problem}`)
  return result
}
const edit = (stored: StoredSeries, place: number, changes: Partial<EventInput>, scope: Scope): StoredSeries => {
  const made = plan(stored, place, changes, scope)
  return store(made, stored.all)
}
const remove = (stored: StoredSeries, place: number, scope: Scope): StoredSeries =>
  store(planRemoval(stored.series, stored.all, nth(stored, place), scope), stored.all)

function inIndia(moment: Date): string {
  const { date, time } = wallAt(moment, INDIA)
  return `${date.slice(5)} ${time.slice(0, 5)}`
}
const shown = (occurrences: readonly Placed[]) =>
  occurrences
    .filter(({ status }) => status === 'live')
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((one) => `${inIndia(one.at)} ${one.title}`)
const days = ({ all }: StoredSeries) => all.filter(({ status }) => status === 'live').map(({ date }) => date.slice(5))
const idsOf = (stored: StoredSeries) => stored.all.filter(({ status }) => status === 'live').map(({ id }) => id)

describe('a new series', () => {
  test('[CAL-03] can start at the second of two equal local times', () => {
    const second = new Date('2026-10-25T01:30:00Z')
    const night = start({ at: second, zone: 'Europe/London', end: '2026-11-01' })
    expect(nth(night, 0)).toMatchObject({ at: second, date: '2026-10-25', own: ['time'] })
    expect(nth(edit(night, 0, { title: 'Other' }, 'ALL'), 0)).toMatchObject({ at: second })
    const single = start({ at: second, zone: 'Europe/London', frequency: 'NONE', end: null, sessionId: 3 })
    expect(nth(edit(single, 0, { title: 'Other' }, 'THIS'), 0)).toMatchObject({ at: second })
  })

  test('[CAL-03] has an occurrence on each of its days at the same time', () => {
    expect(shown(start().all)).toEqual([
      '11-07 19:30 Weekly call',
      '11-14 19:30 Weekly call',
      '11-21 19:30 Weekly call',
      '11-28 19:30 Weekly call',
    ])
  })

  test('[CAL-03] keeps its local time when clocks change', () => {
    const london = { zone: 'Europe/London', at: momentOf({ date: '2026-10-17', time: '19:30:00' }, 'Europe/London') }
    const { placed } = planNew({ ...weekly, ...london, end: '2026-10-31' })
    expect(placed.map((one) => one.at.toISOString())).toEqual([
      '2026-10-17T18:30:00.000Z',
      '2026-10-24T18:30:00.000Z',
      '2026-10-31T19:30:00.000Z',
    ])
  })

  test('that does not repeat keeps its session', () => {
    const { placed } = planNew({ ...weekly, frequency: 'NONE', end: null, sessionId: 7 })
    expect(placed).toMatchObject([{ date: '2026-11-07', sessionId: 7, status: 'live' }])
  })
})

describe('THIS', () => {
  test.each([
    ['the first', 0],
    ['one in the middle', 1],
    ['the last', 3],
  ])('[CAL-04] changes only %s', (_which, place) => {
    const stored = start()
    const after = edit(stored, place, { title: 'Long call', at: at(nth(stored, place).date, '20:00') }, 'THIS')
    const expected = shown(stored.all)
    expected[place] = expected[place]?.replace('19:30 Weekly call', '20:00 Long call') ?? ''
    expect(shown(after.all)).toEqual(expected)
    expect(nth(after, place).own.toSorted()).toEqual(['time', 'title'])
    expect(idsOf(after)).toEqual(idsOf(stored))
  })

  test('[CAL-04] can move an occurrence to another day, keeping its place in the series', () => {
    const after = edit(start(), 1, { at: at('2026-11-15') }, 'THIS')
    expect(shown(after.all)[1]).toBe('11-15 19:30 Weekly call')
    expect(nth(after, 1).date).toBe('2026-11-14')
  })

  test('an override that equals the series again is removed', () => {
    const moved = edit(start(), 1, { at: at('2026-11-15'), title: 'Other' }, 'THIS')
    const back = edit(moved, 1, { at: at('2026-11-14'), title: 'Weekly call' }, 'THIS')
    expect(nth(back, 1).own).toEqual([])
  })

  test.each([
    ['frequency', { frequency: 'BIWEEKLY' as const }, 'eventFrequency'],
    ['end', { end: '2026-12-26' }, 'repeatEndDate'],
  ])('[CAL-04] cannot change the %s of a single occurrence', (_what, changes, field) => {
    expect(tryEdit(start(), 1, changes, 'THIS')).toEqual({ field, problem: 'notForThis' })
  })

  test('[CAL-04] a cancelled occurrence does not come back with another end', () => {
    const after = edit(remove(start(), 1, 'THIS'), 0, { end: '2026-12-05' }, 'ALL')
    expect(days(after)).toEqual(['11-07', '11-21', '11-28', '12-05'])
  })
})

describe('ALL', () => {
  const moved = () => edit(start(), 1, { at: at('2026-11-15', '10:00') }, 'THIS')

  test('[CAL-04] a new title applies to a moved occurrence too, which stays where it is', () => {
    expect(shown(edit(moved(), 2, { title: 'Our call' }, 'ALL').all)).toEqual([
      '11-07 19:30 Our call',
      '11-15 10:00 Our call',
      '11-21 19:30 Our call',
      '11-28 19:30 Our call',
    ])
  })

  test('[CAL-04] an overridden title is kept', () => {
    const named = edit(start(), 1, { title: 'Portfolio' }, 'THIS')
    expect(shown(edit(named, 0, { title: 'Our call' }, 'ALL').all)[1]).toBe('11-14 19:30 Portfolio')
  })

  test('[CAL-04] a new time keeps each day, and a moved occurrence stays', () => {
    expect(shown(edit(moved(), 2, { at: at('2026-11-21', '21:00') }, 'ALL').all)).toEqual([
      '11-07 21:00 Weekly call',
      '11-15 10:00 Weekly call',
      '11-21 21:00 Weekly call',
      '11-28 21:00 Weekly call',
    ])
  })

  test('[CAL-04] a new time set on a moved occurrence applies to all, and its day stays', () => {
    expect(shown(edit(moved(), 1, { at: at('2026-11-15', '11:00') }, 'ALL').all)).toEqual([
      '11-07 11:00 Weekly call',
      '11-15 11:00 Weekly call',
      '11-21 11:00 Weekly call',
      '11-28 11:00 Weekly call',
    ])
  })

  test('[CAL-04] another day is refused for any occurrence but the first', () => {
    expect(tryEdit(start(), 1, { at: at('2026-11-15') }, 'ALL')).toEqual({ field: 'scheduledTime', problem: 'otherDay' })
  })

  test('[CAL-04] another day for the first moves all days', () => {
    const after = edit(start(), 0, { at: at('2026-11-08') }, 'ALL')
    expect(days(after)).toEqual(['11-08', '11-15', '11-22', '11-29'])
    expect(idsOf(after)).toEqual([1, 2, 3, 4])
    expect(after.series.end).toBe('2026-11-29')
  })

  test('moving the first onto the day of the second moves the second, too', () => {
    const after = edit(start(), 0, { at: at('2026-11-14') }, 'ALL')
    expect(days(after)).toEqual(['11-14', '11-21', '11-28', '12-05'])
    expect(idsOf(after)).toEqual([1, 2, 3, 4])
  })

  test('an earlier end together with moved days drops occurrences after the end', () => {
    const after = edit(start(), 0, { at: at('2026-11-14'), end: '2026-11-29' }, 'ALL')
    expect(days(after)).toEqual(['11-14', '11-21', '11-28'])
    expect(idsOf(after)).toEqual([1, 2, 3])
  })

  test("an end before the occurrence's day in the series is refused, even if it was moved earlier", () => {
    const moved = edit(start(), 0, { at: at('2026-11-05') }, 'THIS')
    expect(tryEdit(moved, 0, { end: '2026-11-06' }, 'ALL')).toEqual({ field: 'repeatEndDate', problem: 'beforeStart' })
  })

  test('another zone is accepted only if the days stay the same', () => {
    const early = start({ at: at('2026-11-07', '02:00') })
    expect(tryEdit(early, 0, { zone: 'UTC' }, 'ALL')).toEqual({ field: 'timeZone', problem: 'otherZone' })
    const after = edit(start(), 0, { zone: 'UTC' }, 'ALL')
    expect(shown(after.all)).toEqual(shown(start().all))
  })

  test('a single event keeps its time in another zone', () => {
    const single = start({ at: at('2026-11-08', '02:00'), frequency: 'NONE', end: null, sessionId: 3 })
    const after = edit(single, 0, { zone: 'UTC' }, 'THIS')
    expect(nth(after, 0)).toMatchObject({ at: at('2026-11-08', '02:00'), date: '2026-11-07' })
  })

  test('[CAL-04] a biweekly pattern keeps the occurrences on matching days', () => {
    const after = edit(start(), 2, { frequency: 'BIWEEKLY' }, 'ALL')
    expect(days(after)).toEqual(['11-07', '11-21'])
    expect(idsOf(after)).toEqual([1, 3])
  })

  test('[CAL-04] a biweekly pattern includes the edited occurrence', () => {
    expect(days(edit(start(), 1, { frequency: 'BIWEEKLY' }, 'ALL'))).toEqual(['11-14', '11-28'])
  })

  test('[CAL-04] a later end adds occurrences, an earlier one drops them, and a later one restores them with their links', () => {
    const shorter = edit(start(), 0, { end: '2026-11-15' }, 'ALL')
    expect(idsOf(shorter)).toEqual([1, 2])
    expect(idsOf(edit(shorter, 0, { end: '2026-12-05' }, 'ALL'))).toEqual([1, 2, 3, 4, 5])
  })

  test('[CAL-04] switching repetition off keeps only the edited occurrence', () => {
    const after = edit(start(), 2, { frequency: 'NONE', end: null, sessionId: 9 }, 'ALL')
    expect(days(after)).toEqual(['11-21'])
    expect(nth(after, 0).sessionId).toBe(9)
  })

  test('a single event can start repeating', () => {
    const single = start({ frequency: 'NONE', end: null, sessionId: 9 })
    const after = edit(single, 0, { frequency: 'WEEKLY', end: '2026-11-21', sessionId: null }, 'THIS')
    expect(days(after)).toEqual(['11-07', '11-14', '11-21'])
    expect(after.all.map(({ sessionId }) => sessionId)).toEqual([null, null, null])
  })

  test('more than sixty occurrences are refused, counted from the start of the series', () => {
    expect(tryEdit(start(), 3, { end: '2028-01-01' }, 'ALL')).toEqual({ field: 'repeatEndDate', problem: 'tooMany' })
  })

  test('[CAL-04] deleting removes all', () => {
    expect(days(remove(moved(), 2, 'ALL'))).toEqual([])
  })
})

describe('FOLLOWING', () => {
  test('[CAL-04] on the first occurrence means all', () => {
    const made = plan(start(), 0, { title: 'Our call' }, 'FOLLOWING')
    expect(made.before).toBeNull()
    expect(shown(made.placed)).toHaveLength(4)
  })

  test('[CAL-04] on the first remaining occurrence means all', () => {
    expect(plan(remove(start(), 0, 'THIS'), 0, { title: 'Our call' }, 'FOLLOWING').before).toBeNull()
  })

  test.each([
    ['one in the middle', 1, '2026-11-13', 3],
    ['the last', 3, '2026-11-27', 1],
  ])('[CAL-04] on %s splits the series', (_which, place, end, count) => {
    const stored = start()
    const made = plan(stored, place, { title: 'Our call' }, 'FOLLOWING')
    expect(made.before).toMatchObject({ title: 'Weekly call', end })
    expect(made.series).toMatchObject({ title: 'Our call', end: '2026-11-28', from: nth(stored, place).date })
    expect(made.placed).toHaveLength(count)
    expect(new Set(made.placed.map(({ title }) => title))).toEqual(new Set(['Our call']))
  })

  test('[CAL-04] keeps a moved occurrence moved', () => {
    const moved = edit(start(), 2, { at: at('2026-11-22', '10:00') }, 'THIS')
    const { placed } = plan(moved, 1, { at: at('2026-11-14', '18:00') }, 'FOLLOWING')
    expect(shown(placed)).toEqual(['11-14 18:00 Weekly call', '11-22 10:00 Weekly call', '11-28 18:00 Weekly call'])
  })

  test('[CAL-04] to another day moves the following days', () => {
    const { placed } = plan(start(), 1, { at: at('2026-11-15') }, 'FOLLOWING')
    expect(shown(placed)).toEqual(['11-15 19:30 Weekly call', '11-22 19:30 Weekly call', '11-29 19:30 Weekly call'])
    expect(placed.map(({ id }) => id)).toEqual([2, 3, 4])
  })

  test('[CAL-04] to another day keeps changed and cancelled occurrences as they are', () => {
    const named = edit(start(), 2, { title: 'Only this', at: at('2026-11-20', '18:00') }, 'THIS')
    const gone = remove(named, 3, 'THIS')
    const { placed } = plan(gone, 1, { at: at('2026-11-15') }, 'FOLLOWING')
    expect(shown(placed)).toEqual(['11-15 19:30 Weekly call', '11-20 18:00 Only this'])
    expect(placed.map(({ id, date, status }) => [id, date, status])).toEqual([
      [2, '2026-11-15', 'live'],
      [3, '2026-11-22', 'live'],
      [4, '2026-11-29', 'alone'],
    ])
  })

  test('[CAL-03] to another day of the month keeps the count, whatever the length of the months', () => {
    const monthly = start({ at: at('2026-12-30'), frequency: 'MONTHLY', end: '2027-03-30' })
    const { placed, series } = plan(monthly, 1, { at: at('2027-01-31') }, 'FOLLOWING')
    expect(placed.map(({ date }) => date)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31'])
    expect(series.end).toBe('2027-03-31')
  })

  test('[CAL-04] from a moved occurrence keeps the days of the series', () => {
    const moved = edit(start(), 1, { at: at('2026-11-15', '10:00') }, 'THIS')
    const { placed, series } = plan(moved, 1, { title: 'Our call' }, 'FOLLOWING')
    expect(series).toMatchObject({ from: '2026-11-14', time: '19:30:00' })
    expect(shown(placed)).toEqual(['11-15 10:00 Our call', '11-21 19:30 Our call', '11-28 19:30 Our call'])
  })

  test('[CAL-03] keeps the 31st when the series is split in February', () => {
    const monthly = start({ at: at('2026-12-31'), frequency: 'MONTHLY', end: '2027-05-31' })
    const { placed } = plan(monthly, 2, { title: 'Our call' }, 'FOLLOWING')
    expect(placed.map(({ date }) => date)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  })

  test.each([
    ['the first', 0, []],
    ['one in the middle', 2, ['11-07', '11-14']],
    ['the last', 3, ['11-07', '11-14', '11-21']],
  ])('[CAL-04] deletes from %s on', (_which, place, left) => {
    expect(days(remove(start(), place, 'FOLLOWING'))).toEqual(left)
  })
})
