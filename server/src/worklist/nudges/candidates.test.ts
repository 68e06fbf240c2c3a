import { DAY_MS } from '@saathi/contract/core/time'
import type { NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { expect, test } from 'vitest'
import type { PairFacts } from '../facts.ts'
import {
  type Candidate,
  choose,
  findCandidates,
  findObstacle,
  keyOf,
  type Reader,
  readerKey,
  type Sent,
  type Timing,
} from './candidates.ts'

const on = '2026-11-20'
const sendsAt = new Date('2026-11-20T04:30:00Z')
const daysAgo = (days: number): Date => new Date(sendsAt.getTime() - days * DAY_MS)
const dayBefore = (days: number): string => new Date(Date.parse(on) - days * DAY_MS).toISOString().slice(0, 10)

const mentor: Reader = {
  mentorshipId: 1,
  personId: 5,
  side: 'mentor',
  language: 'en',
  isGone: false,
  hasSwitchedOff: false,
  isResting: false,
  contactedAt: null,
  putOff: [],
}
const mentee: Reader = { ...mentor, personId: 8, side: 'mentee' }
const facts: PairFacts = {
  id: 1,
  projectId: 1,
  startedAt: daysAgo(30),
  agreedDays: null,
  isParting: false,
  endsAt: null,
  meetings: [],
  meetingCount: 0,
  unanswered: null,
  overdue: null,
  lateMembers: [],
  openCheckIns: [],
  checkIns: [],
}
const timing: Timing = { afterDays: 3, againDays: null, times: 1, perDay: 100 }
const candidate: Candidate = { trigger: 'no_meeting', mentorshipId: 1, personId: 8, since: daysAgo(15) }
const sentOn = (days: number, changes: Partial<Sent> = {}): Sent => ({
  ...candidate,
  since: daysAgo(99),
  state: 'sent',
  on: dayBefore(days),
  sentAt: daysAgo(days),
  ...changes,
})

const knownOf = (reader: Reader | null, history: readonly Sent[] = [], answered: readonly Candidate[] = []) => ({
  on,
  sendsAt,
  readers: new Map(reader ? [[readerKey(reader), reader]] : []),
  history: Map.groupBy(history, ({ personId }) => personId),
  answered: new Set(answered.map(keyOf)),
})
const obstacle = (reader: Reader | null, history: readonly Sent[] = [], changes: Partial<Timing> = {}) =>
  findObstacle(candidate, { ...timing, ...changes }, knownOf(reader, history))

test('[TOD-07] a plan reaches the people whose fact is true, once it has been true for long enough', () => {
  const found = (trigger: NudgeTrigger, changes: Partial<PairFacts>, days = 3, members: readonly Reader[] = [mentor, mentee]) =>
    findCandidates(trigger, days, { ...facts, ...changes }, members, sendsAt).map(({ personId }) => personId)
  expect(found('no_first_meeting', {}, 30)).toEqual([5, 8])
  expect(found('no_first_meeting', {}, 31)).toEqual([])
  expect(found('no_first_meeting', { meetingCount: 1 })).toEqual([])
  expect(found('no_meeting', {})).toEqual([])
  const met = { meetings: [{ at: daysAgo(4), minutes: 20 }], meetingCount: 1 }
  expect([found('no_meeting', met, 4), found('no_meeting', met, 5)]).toEqual([[5, 8], []])
  expect(found('no_first_meeting', { isParting: true })).toEqual([])
  const unanswered = { since: daysAgo(3), side: 'mentee' as const }
  expect(found('unanswered', { unanswered })).toEqual([8])
  // In a group nobody knows for which of the mentees the message waits.
  expect(found('unanswered', { unanswered }, 3, [mentor, mentee, { ...mentee, personId: 9 }])).toEqual([])
  expect(found('check_in_open', { openCheckIns: [{ personId: 5, since: daysAgo(3) }] })).toEqual([5])
  expect(found('session_overdue', { overdue: { since: daysAgo(3), count: 1 }, lateMembers: [8] })).toEqual([8])
})

test('[TOD-07] people who left, switched it off, are paused, have a snoozed row or were contacted by a colleague get no message', () => {
  expect(obstacle(mentee)).toBeNull()
  expect(obstacle(null)).toBe('gone')
  expect(obstacle({ ...mentee, isGone: true })).toBe('gone')
  expect(obstacle({ ...mentee, hasSwitchedOff: true })).toBe('switched_off')
  expect(obstacle({ ...mentee, isResting: true })).toBe('resting')
  expect(obstacle({ ...mentee, putOff: ['no_meeting'] })).toBe('put_off')
  expect(obstacle({ ...mentee, putOff: ['unanswered'] })).toBeNull()
  expect(obstacle({ ...mentee, contactedAt: daysAgo(6) })).toBe('contacted')
  expect(obstacle({ ...mentee, contactedAt: daysAgo(7) })).toBeNull()
})

test('[TOD-07] nobody gets more than two messages in seven days, over all plans', () => {
  expect(obstacle(mentee, [sentOn(1), sentOn(7)])).toBeNull()
  expect(obstacle(mentee, [sentOn(1), sentOn(6)])).toBe('enough')
  expect(obstacle(mentee, [sentOn(1), sentOn(3, { trigger: 'unanswered', mentorshipId: 2 })])).toBe('enough')
  expect(obstacle(mentee, [sentOn(1), sentOn(3, { state: 'taken_out', sentAt: null })])).toBeNull()
  expect(obstacle(mentee, [sentOn(0, { state: 'planned', sentAt: null })])).toBe('other_plan')
})

test('[TOD-07] the same fact is repeated only as the plan says, and not after an answer', () => {
  const same = (days: number) => sentOn(days, { since: candidate.since })
  expect(obstacle(mentee, [same(9)])).toBe('not_yet')
  const again = { againDays: 8, times: 2 }
  expect(obstacle(mentee, [same(7)], again)).toBe('not_yet')
  expect(obstacle(mentee, [same(8)], again)).toBeNull()
  expect(obstacle(mentee, [same(8), same(16)], again)).toBe('not_yet')
  const known = knownOf(mentee, [same(8)], [candidate])
  expect(findObstacle(candidate, { ...timing, ...again }, known)).toBe('answered')
})

test('[TOD-07] a plan stays within its daily number, longest waiting first, and each person gets the most important message', () => {
  const people = Array.from({ length: 10 }, (_, at) => ({ ...mentee, mentorshipId: at, personId: at }))
  const candidates = people.map(({ mentorshipId, personId }) => ({
    ...candidate,
    mentorshipId,
    personId,
    since: daysAgo(20 - personId),
  }))
  const other = { ...candidate, trigger: 'unanswered' as const, mentorshipId: 3, personId: 3 }
  const known = { ...knownOf(null), readers: new Map(people.map((person) => [readerKey(person), person])) }
  const plans = new Map([
    ['no_meeting', { ...timing, perDay: 4, alreadyPlanned: 1 }],
    ['unanswered', { ...timing, alreadyPlanned: 0 }],
  ] as const)
  const { chosen, leftOut } = choose([...candidates, other], plans, known)
  expect(chosen.map(({ trigger, personId }) => `${trigger} ${personId}`)).toEqual([
    'unanswered 3',
    'no_meeting 0',
    'no_meeting 1',
    'no_meeting 2',
  ])
  expect(leftOut).toEqual(
    new Map([
      ['other_plan', 1],
      ['over_limit', 6],
    ]),
  )
})
