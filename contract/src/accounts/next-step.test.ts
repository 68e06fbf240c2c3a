import { describe, expect, test } from 'vitest'
import type { NextFacts } from './next-facts.ts'
import { nextStepOf } from './next-step.ts'

const now = new Date('2026-11-17T12:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()

const session = { id: 5, title: 'A goal that pulls you forward', banner: null, color: '#8699F4', minutesLeft: 20 }
const begunSession = { ...session, id: 2, title: 'Speak up', minutesLeft: 12 }
const survey = { id: 1, minutes: 8, isBegun: false, isFirst: true }
const partner = {
  mentorship: 9,
  userId: 30,
  firstName: 'Ravi',
  fullName: 'Ravi Rao',
  displayPicture: null,
  part: 'mentor' as const,
  people: 1,
  startedAt: inHours(-24),
  channel: 70,
  hasWritten: true,
  isNew: false,
  choseEachOther: false,
}
const walk = { mentorship: 9, session: { ...session, id: 17 }, endDate: inHours(24 * 10), isBegun: false }
const meeting = { mentorship: 9, title: 'Weekly call', at: inHours(2), sessionTitle: null, room: null }
const call = { room: '5f0f2f34-3e0d-4f14-8e4a-0d7a6a3d0c11', names: ['Ravi'], since: inHours(0) }

/** A mentee who has just signed up. */
const fresh: NextFacts = {
  side: 'mentee',
  mentorship: 'show',
  internship: 'show',
  survey,
  hub: { isOpen: true, completed: 0, needed: 5, ongoing: null, next: session },
  matching: { status: null, offers: 0, decideBy: null, awaitsApproval: false },
  partners: [],
  walks: [],
  looksAfter: false,
  hadMentorship: false,
  streak: null,
  meeting: null,
  call: null,
}
const unlocked: NextFacts = { ...fresh, mentorship: 'use', hub: { ...fresh.hub, completed: 5 } }
const paired: NextFacts = { ...unlocked, survey: null, partners: [partner], walks: [walk] }

type Row = [what: string, facts: NextFacts, step: Record<string, unknown>]
const step = (facts: NextFacts) => nextStepOf(facts, now)

describe('a mentee', () => {
  const rows: Row[] = [
    ['who has just signed up answers the survey', fresh, { kind: 'survey', finds: 'mentor' }],
    ['who has answered it starts the first session', { ...fresh, survey: null }, { kind: 'session', goal: 'mentor', left: 5 }],
    [
      'who has started a session finishes it',
      { ...fresh, survey: null, hub: { ...fresh.hub, completed: 3, ongoing: begunSession } },
      { kind: 'ongoing', session: begunSession, goal: 'mentor', left: 2 },
    ],
    [
      'with three sessions has two to go',
      { ...fresh, survey: null, hub: { ...fresh.hub, completed: 3 } },
      { kind: 'session', left: 2 },
    ],
    ['with five sessions and an open survey answers it', unlocked, { kind: 'survey', finds: 'mentor' }],
    [
      'who is in the search waits',
      { ...unlocked, survey: null, matching: { status: 'READY', offers: 0, decideBy: null, awaitsApproval: false } },
      { kind: 'looking', finds: 'mentor' },
    ],
    [
      'who is in the search and has started a session continues it',
      {
        ...unlocked,
        survey: null,
        hub: { ...unlocked.hub, ongoing: begunSession },
        matching: { status: 'READY', offers: 0, decideBy: null, awaitsApproval: false },
      },
      { kind: 'ongoing', goal: null, left: 0 },
    ],
    [
      'with offers makes a decision',
      { ...unlocked, matching: { status: 'READY', offers: 3, decideBy: inHours(30), awaitsApproval: false } },
      { kind: 'offer', count: 3, decideBy: inHours(30), finds: 'mentor' },
    ],
    [
      'who has chosen waits for the mentor',
      { ...unlocked, survey: null, matching: { status: 'ON_HOLD', offers: 0, decideBy: null, awaitsApproval: false } },
      { kind: 'asked' },
    ],
    [
      'in a group waits until it is complete',
      { ...unlocked, survey: null, matching: { status: 'GROUP_HOLD', offers: 0, decideBy: null, awaitsApproval: false } },
      { kind: 'group' },
    ],
    ['who is not in the search contacts the team', { ...unlocked, survey: null }, { kind: 'team', hadMentorship: false }],
    [
      'whose mentorship has ended contacts the team',
      { ...unlocked, survey: null, hadMentorship: true },
      { kind: 'team', hadMentorship: true },
    ],
    [
      'who was just matched says hello',
      { ...paired, partners: [{ ...partner, hasWritten: false }] },
      { kind: 'hello', channel: 70 },
    ],
    [
      'is not asked to say hello where chat is not available',
      { ...paired, partners: [{ ...partner, hasWritten: false, channel: null }] },
      { kind: 'walk' },
    ],
    [
      'is not asked to say hello after two weeks',
      { ...paired, partners: [{ ...partner, hasWritten: false, startedAt: inHours(-24 * 15) }] },
      { kind: 'walk' },
    ],
    ['with a mentor starts the next session together', paired, { kind: 'walk', walk, partner }],
    [
      'with a session due tomorrow does that session',
      { ...paired, walks: [{ ...walk, endDate: inHours(20) }] },
      { kind: 'due', isLate: false },
    ],
    [
      'with an overdue session does that session',
      { ...paired, walks: [{ ...walk, endDate: inHours(-20) }] },
      { kind: 'due', isLate: true },
    ],
    ['with a call in two hours gets ready', { ...paired, meeting }, { kind: 'meeting', meeting, partner }],
    ['with a call tomorrow keeps learning', { ...paired, meeting: { ...meeting, at: inHours(20) } }, { kind: 'walk' }],
    [
      'whose call started an hour ago continues learning',
      { ...paired, meeting: { ...meeting, at: inHours(-1) } },
      { kind: 'walk' },
    ],
    ['whose partner is in a call joins it', { ...paired, meeting, call }, { kind: 'call', call }],
    [
      'who has finished everything has nothing to do until the next call',
      { ...paired, walks: [], meeting: { ...meeting, at: inHours(30) } },
      { kind: 'none', partner },
    ],
    [
      'answers a later survey that starts no search',
      { ...paired, survey: { ...survey, isFirst: false } },
      { kind: 'survey', finds: null },
    ],
  ]
  test.each(rows)('%s', (_what, facts, expected) => expect(step(facts)).toMatchObject(expected))
})

describe('a mentor', () => {
  const mentor: NextFacts = { ...fresh, side: 'mentor' }
  const rows: Row[] = [
    ['who has just signed up answers the survey', mentor, { kind: 'survey', finds: 'mentee' }],
    [
      'who has answered the survey enters the search without any session',
      { ...mentor, survey: null, matching: { status: 'READY', offers: 0, decideBy: null, awaitsApproval: false } },
      { kind: 'looking', finds: 'mentee' },
    ],
    [
      'whom the team has not approved yet reads that the checks are running',
      { ...mentor, survey: null, matching: { status: 'READY', offers: 0, decideBy: null, awaitsApproval: true } },
      { kind: 'checks' },
    ],
    [
      'chosen by a mentee makes a decision',
      { ...mentor, survey: null, matching: { status: 'READY', offers: 1, decideBy: null, awaitsApproval: false } },
      { kind: 'offer', finds: 'mentee' },
    ],
    [
      'with a free place continues with the current mentee',
      { ...paired, side: 'mentor', matching: { status: 'READY', offers: 0, decideBy: null, awaitsApproval: false } },
      { kind: 'walk' },
    ],
    [
      'in a group says hello to the group',
      { ...paired, side: 'mentor', partners: [{ ...partner, part: 'mentee', people: 4, hasWritten: false }] },
      { kind: 'hello', partner: { people: 4 } },
    ],
  ]
  test.each(rows)('%s', (_what, facts, expected) => expect(step(facts)).toMatchObject(expected))
})

describe('programme staff', () => {
  const staff: NextFacts = { ...fresh, side: 'staff', survey: null, mentorship: 'off', internship: 'off' }
  test('a pair manager sees the pairs', () => {
    expect(step({ ...staff, side: 'pair_manager', mentorship: 'use', looksAfter: true })).toEqual({ kind: 'pairs' })
  })
  test('a pair manager without pairs, and other staff, can learn', () => {
    expect(step({ ...staff, side: 'pair_manager', mentorship: 'use' })).toMatchObject({ kind: 'session', goal: null, left: 0 })
    expect(step(staff)).toMatchObject({ kind: 'session', goal: null, left: 0 })
  })
  test('staff without a learning hub have nothing to do', () => {
    expect(step({ ...staff, hub: { ...staff.hub, isOpen: false } })).toEqual({ kind: 'none', meeting: null, partner: null })
  })
})

test('a member working towards an internship sees how many sessions are left', () => {
  const facts: NextFacts = { ...fresh, survey: null, mentorship: 'off', hub: { ...fresh.hub, completed: 4 } }
  expect(step(facts)).toMatchObject({ kind: 'session', goal: 'internship', left: 1 })
})
