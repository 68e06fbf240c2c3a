import { describe, expect, test } from 'vitest'
import { type CallProgress, type CallFacts, nextProgress, talkingSeconds } from './progress.ts'
import { isLateAt } from './status.ts'

const start = new Date('2026-11-16T13:30:00Z')
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000)

const ringing: CallProgress = {
  ringState: 'ringing',
  ringUntil: after(45),
  togetherSince: null,
  talkedSeconds: 0,
  aloneSince: null,
  endedAt: null,
}
const callerWaits: CallFacts = {
  progress: ringing,
  answers: [null],
  presentCount: 1,
  isRingerPresent: true,
  hasBegun: true,
  now: after(10),
}
const next = (changes: Partial<CallFacts>) => nextProgress({ ...callerWaits, ...changes })

describe('a ring', () => {
  test('[DAY-21] goes on for 45 seconds', () => {
    expect(next({ now: after(44) })).toMatchObject({ progress: { ringState: 'ringing', aloneSince: null }, dismiss: null })
    expect(next({ now: after(45) })).toMatchObject({ progress: { ringState: 'unanswered' }, dismiss: 'unanswered' })
  })

  test.each([
    ['everyone declined', ['declined', 'declined'], 'declined'],
    ['one declined and the other is in a call', ['busy', 'declined'], 'declined'],
    ['everyone is in another call', ['busy', 'busy'], 'busy'],
  ] as const)('[DAY-21] is over when %s', (_when, answers, outcome) => {
    expect(next({ answers })).toMatchObject({ progress: { ringState: outcome, endedAt: after(10) }, dismiss: outcome })
  })

  test('[DAY-21] waits for the caller to join before it says that everyone is in another call', () => {
    const joining = { answers: ['busy'], presentCount: 0, isRingerPresent: false, hasBegun: false } as const
    expect(next(joining)).toMatchObject({ progress: { ringState: 'ringing' }, dismiss: null })
    expect(next({ ...joining, now: after(45) })).toMatchObject({ progress: { ringState: 'busy' } })
  })

  test('[DAY-21] goes on while one of several has not answered', () => {
    expect(next({ answers: ['declined', null] })).toMatchObject({ progress: { ringState: 'ringing' }, dismiss: null })
  })

  test('[DAY-21] is answered when somebody joins, also after declining in another tab', () => {
    expect(next({ answers: ['declined'], presentCount: 2 })).toMatchObject({
      progress: { ringState: 'answered', togetherSince: after(10) },
      dismiss: null,
    })
  })

  test('[DAY-21] is cancelled when the caller leaves, and goes on if their page was only reloaded', () => {
    const left = next({ presentCount: 0, isRingerPresent: false })
    expect(left).toMatchObject({ progress: { ringState: 'cancelled', endedAt: after(10) }, dismiss: null })
    expect(next({ progress: left.progress, now: after(12) })).toMatchObject({ progress: { ringState: 'ringing', endedAt: null } })
    expect(next({ progress: left.progress, now: after(50) })).toMatchObject({ progress: { ringState: 'cancelled' } })
  })
})

describe('a call of one', () => {
  const talked: CallProgress = { ...ringing, ringState: 'answered', togetherSince: after(20) }

  test('[DAY-22] ends two minutes after the others have left, and counts only the time together', () => {
    const alone = next({ progress: talked, answers: ['joined'], now: after(80) })
    expect(alone).toMatchObject({ progress: { aloneSince: after(80), talkedSeconds: 60, togetherSince: null }, dismiss: null })
    expect(next({ progress: alone.progress, answers: ['joined'], now: after(199) }).dismiss).toBeNull()
    expect(next({ progress: alone.progress, answers: ['joined'], now: after(200) })).toMatchObject({
      progress: { aloneSince: null, endedAt: after(200), talkedSeconds: 60 },
      dismiss: 'alone',
    })
  })

  test('[DAY-22] goes on when somebody comes back', () => {
    const alone = next({ progress: talked, answers: ['joined'], now: after(80) }).progress
    const again = next({ progress: alone, answers: ['joined'], presentCount: 2, now: after(150) }).progress
    expect(again).toMatchObject({ aloneSince: null, togetherSince: after(150) })
    expect(talkingSeconds(again, after(180))).toBe(90)
  })

  test('[DAY-22] waits for the other in a planned call, for which nobody rang', () => {
    const planned: CallProgress = { ...ringing, ringState: null, ringUntil: null }
    expect(next({ progress: planned, answers: [], now: after(3_600) })).toMatchObject({
      progress: { aloneSince: null, endedAt: null },
      dismiss: null,
    })
  })
})

test.each([
  ['2026-11-16T15:59:00Z', false],
  ['2026-11-16T16:00:00Z', true],
  ['2026-11-16T22:00:00Z', true],
  ['2026-11-17T01:30:00Z', false],
])('[DAY-20] at %s it is late in India: %s', (at, isLate) => {
  expect(isLateAt(new Date(at))).toBe(isLate)
})
