import { DAY_MS } from '@saathi/contract/core/time'
import { type WorkRule, workLimits } from '@saathi/contract/worklist/rules'
import { describe, expect, test } from 'vitest'
import type { Decision, PairFacts, PersonFacts } from './facts.ts'
import { decisionRules, pairRules, personRules } from './rules.ts'

const start = new Date('2026-01-05T04:00:00Z')
const day = (count: number): Date => new Date(start.getTime() + count * DAY_MS)

const quietPair: PairFacts = {
  id: 1,
  projectId: 1,
  startedAt: start,
  agreedDays: null,
  endsAt: null,
  isParting: false,
  meetings: [],
  meetingCount: 0,
  unanswered: null,
  overdue: null,
  lateMembers: [],
  openCheckIns: [],
  checkIns: [],
}
const met = (...days: number[]) => ({
  meetings: days.toSorted((a, b) => b - a).map((each) => ({ at: day(each), minutes: 10 })),
  meetingCount: days.length,
})

const listedOn = (facts: PairFacts, now: Date, limits: Partial<Record<WorkRule, number>> = {}): WorkRule[] =>
  pairRules.flatMap(({ rule, judge }) => (judge(facts, limits[rule] ?? workLimits[rule].usual, now) ? [rule] : []))

test('[TOD-02] every rule of the list has a limit, and every limit a rule', () => {
  const rules = [...pairRules, ...personRules, ...decisionRules].map(({ rule }) => rule)
  expect(rules.toSorted()).toEqual(Object.keys(workLimits).toSorted())
})

describe('a pair', () => {
  test('[TOD-02] without a first meeting is listed from the tenth day on, until it meets', () => {
    expect(listedOn(quietPair, new Date(day(10).getTime() - 1))).toEqual([])
    expect(listedOn(quietPair, day(10))).toEqual(['no_first_meeting'])
    expect(listedOn({ ...quietPair, ...met(10) }, day(10))).toEqual([])
  })

  test('[TOD-02] that has not met for one and a half times its gap is listed, with the gap it agreed on', () => {
    const weekly = { ...quietPair, ...met(3), agreedDays: 7 }
    expect(listedOn(weekly, day(13))).toEqual([])
    expect(listedOn(weekly, day(13.5))).toEqual(['no_meeting'])
    expect(listedOn({ ...quietPair, ...met(3) }, day(23))).toEqual([])
    expect(listedOn({ ...quietPair, ...met(3) }, day(24))).toEqual(['no_meeting'])
  })

  test('[TOD-02] says after 7, 14 and 21 days that a message has no answer, and which side has not answered', () => {
    const facts: PairFacts = { ...quietPair, ...met(0), unanswered: { since: day(0), side: 'mentor' } }
    const stage = (on: number) => pairRules.find(({ rule }) => rule === 'unanswered')?.judge(facts, 7, day(on))?.fact
    expect([6, 7, 14, 21, 60].map((on) => stage(on)?.count)).toEqual([undefined, 1, 2, 3, 3])
    expect(stage(7)).toMatchObject({ side: 'mentor' })
  })

  test('[TOD-02] with an overdue session is listed after a week, and one that ends within two weeks before its end', () => {
    const facts = { ...quietPair, ...met(1), overdue: { since: day(2), count: 2 } }
    expect([listedOn(facts, day(8.9)), listedOn(facts, day(9))]).toEqual([[], ['session_overdue']])
    const ending = { ...quietPair, ...met(1), endsAt: day(20) }
    expect([listedOn(ending, day(5.9)), listedOn(ending, day(6))]).toEqual([[], ['pair_ends']])
  })

  test('[TOD-02] is listed for a low answer, one that fell by two, and two that differ by two', () => {
    const said = (side: 'mentor' | 'mentee', score: number, on: number) => ({ personId: 1, side, score, at: day(on) })
    const judge = (...checkIns: PairFacts['checkIns']) => listedOn({ ...quietPair, ...met(1), checkIns }, day(2))
    expect(judge(said('mentee', 2, 1))).toEqual(['check_in'])
    expect(judge(said('mentee', 3, 1), said('mentor', 4, 1))).toEqual([])
    expect(judge(said('mentee', 3, 1), said('mentee', 5, 0))).toEqual(['check_in'])
    expect(judge(said('mentee', 3, 1), said('mentor', 5, 1))).toEqual(['check_in'])
    // What was low a month ago and is good again is no reason.
    expect(judge(said('mentee', 4, 1), said('mentee', 2, 0))).toEqual([])
  })
})

test('[TOD-02] a person is listed on the day of the contact, before an approval ends, and after two refused mails', () => {
  const nobody: PersonFacts = { id: 1, projectId: 1, contact: null, approvalEndsAt: null, mailRefused: null }
  const listed = (facts: PersonFacts, now: Date) =>
    personRules.flatMap(({ rule, judge }) => (judge(facts, workLimits[rule].usual, now) ? [rule] : []))
  const due = { ...nobody, contact: { day: 20_000, staffId: 2 } }
  const midnight = new Date(20_000 * DAY_MS - 5.5 * 3_600_000)
  expect(listed(due, new Date(midnight.getTime() - 1))).toEqual([])
  expect(listed(due, midnight)).toEqual(['contact_overdue'])
  expect(listed({ ...nobody, approvalEndsAt: day(40) }, day(9.9))).toEqual([])
  expect(listed({ ...nobody, approvalEndsAt: day(40) }, day(10))).toEqual(['approval_ends'])
  expect(listed({ ...nobody, mailRefused: { times: 1, since: day(0) } }, day(1))).toEqual([])
  expect(listed({ ...nobody, mailRefused: { times: 2, since: day(0) } }, day(1))).toEqual(['mail_refused'])
  const waits: Decision = { subject: 'group', id: 1, projectId: 1, since: day(1), count: 2, personId: 3 }
  expect(decisionRules.map(({ judge }) => judge(waits, 0, day(1))?.dueAt)).toEqual([day(1)])
})

/** Small and repeatable; the same cohorts in every run. */
function randomOf(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Life = {
  agreedDays: number | null
  meetings: number[]
  messages: { on: number; side: 'mentor' | 'mentee' }[]
  endsOn: number
}

function makeLife(random: (below: number) => number): Life {
  const agreedDays = [null, 7, 14, 30][random(4)] ?? null
  const meetings: number[] = []
  for (let on = random(25); on < 180; on += 3 + random((agreedDays ?? 14) * 2)) meetings.push(on)
  const messages: Life['messages'] = []
  for (let on = random(10); on < 180; on += random(20)) messages.push({ on, side: random(2) === 0 ? 'mentor' : 'mentee' })
  return { agreedDays, meetings, messages, endsOn: 60 + random(200) }
}

/** As a coordinator would see it on that day. */
function factsOn(life: Life, on: number): PairFacts {
  const held = life.meetings.filter((each) => each <= on)
  const sent = life.messages.filter((each) => each.on <= on)
  const last = sent.at(-1)
  const answered = sent.findLastIndex(({ side }) => side !== last?.side)
  const waiting = sent[answered + 1]
  return {
    ...quietPair,
    ...met(...held),
    agreedDays: life.agreedDays,
    endsAt: day(life.endsOn),
    unanswered: last && waiting ? { since: day(waiting.on), side: last.side === 'mentor' ? 'mentee' : 'mentor' } : null,
  }
}

/** The same promises, counted day by day from what happened instead of from a date and a limit. */
function stallsOn(life: Life, on: number): WorkRule[] {
  const wasQuiet = (from: number, days: number, happened: (day: number) => boolean) => {
    for (let each = from; each <= on; each += 1) if (happened(each)) return false
    return on - from >= days
  }
  const lastMeeting = life.meetings.filter((each) => each <= on).at(-1)
  const isStill =
    lastMeeting !== undefined &&
    wasQuiet(lastMeeting + 1, (life.agreedDays ?? 14) * 1.5 - 1, (each) => life.meetings.includes(each))
  const last = life.messages.filter((each) => each.on <= on).at(-1)
  const owed = life.messages.filter((each) => each.on <= on)
  let oldest = owed.length
  while (oldest > 0 && owed[oldest - 1]?.side === last?.side) oldest -= 1
  const waits = owed[oldest]
  return [
    ...(lastMeeting === undefined && on >= 10 ? (['no_first_meeting'] as const) : []),
    ...(isStill ? (['no_meeting'] as const) : []),
    ...(waits && on - waits.on >= 7 ? (['unanswered'] as const) : []),
    ...(life.endsOn - on <= 14 ? (['pair_ends'] as const) : []),
  ]
}

test('[TOD-02] in 1,000 made-up cohorts every stall is listed on its day, and nothing else', () => {
  const random = randomOf(20_261_118)
  const wrong: unknown[] = []
  let listed = 0
  for (let cohort = 0; cohort < 1_000; cohort += 1) {
    const life = makeLife(random)
    for (let on = 0; on < 120; on += 1 + random(3)) {
      const [found, stalled] = [listedOn(factsOn(life, on), day(on)), stallsOn(life, on)]
      listed += found.length
      if (found.toString() !== stalled.toString()) wrong.push({ cohort, on, life, found, stalled })
    }
  }
  expect(wrong).toEqual([])
  expect(listed).toBeGreaterThan(10_000)
})
