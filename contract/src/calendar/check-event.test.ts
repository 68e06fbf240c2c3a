import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkEvent, type EventDraft } from './check-event.ts'

const now = new Date('2026-11-02T12:00:00+05:30')
const once: EventDraft = {
  title: 'Our call',
  isPairGroupCall: true,
  scheduledTime: new Date('2026-11-14T19:30:00+05:30'),
  timeZone: 'Asia/Kolkata',
  eventFrequency: 'NONE',
  repeatEndDate: null,
  sessionId: 1,
}
const weekly: EventDraft = { ...once, eventFrequency: 'WEEKLY', repeatEndDate: '2026-11-28', sessionId: null }

const check = (changes: Partial<EventDraft>, base = once) => checkEvent({ ...base, ...changes }, now)

describe('an event', () => {
  test('[CAL-02] is valid with all required fields', () => {
    expect([check({}), check({}, weekly)]).toEqual([{}, {}])
  })

  test.each([
    ['9999-12-31T19:30:00+05:30', 'tooFar'],
    ['2031-11-03T12:00:00+05:30', 'tooFar'],
    ['+275760-09-13T00:00:00Z', 'tooFar'],
    ['2019-12-31T23:59:59Z', 'tooEarly'],
    ['1970-01-01T00:00:00Z', 'tooEarly'],
    ['0001-01-01T00:00:00Z', 'tooEarly'],
    ['-271821-04-20T00:00:00Z', 'tooEarly'],
    ['no time', 'required'],
  ] as const)('[CAL-02] at %s has an invalid time: %s', (time, problem) => {
    const scheduledTime = new Date(time)
    expect([check({ scheduledTime }), check({ scheduledTime }, weekly)]).toEqual([
      { scheduledTime: problem },
      { scheduledTime: problem },
    ])
  })

  test('[CAL-02] may be between 2020 and five years ahead', () => {
    for (const time of ['2020-01-01T00:00:00Z', '2031-11-02T12:00:00+05:30']) {
      expect(check({ scheduledTime: new Date(time) })).toEqual({})
    }
  })

  test.each(['Mars/Olympus', '', '+05:30', 'Asia/Kolkata\r\nX', '__proto__'])(
    'in the zone %j has an invalid zone, and other problems are reported with it',
    (timeZone) => {
      expect([check({ timeZone }), check({ timeZone, title: ' ' }, weekly)]).toEqual([
        { timeZone: 'unknownZone' },
        { timeZone: 'unknownZone', title: 'required' },
      ])
    },
  )

  test.each([
    ['9999-12-31', 'tooMany'],
    ['2026-11-13', 'beforeStart'],
    ['0000-01-01', 'beforeStart'],
    ['12026-11-28', 'notAllowed'],
    ['2026-02-30', 'notAllowed'],
    ['2026-11-28T00:00', 'notAllowed'],
    ['soon', 'notAllowed'],
    ['', 'notAllowed'],
  ] as const)('[CAL-02] that repeats until %j has an invalid end: %s', (repeatEndDate, problem) => {
    expect(check({ repeatEndDate }, weekly)).toEqual({ repeatEndDate: problem })
  })
})

test('checkEvent accepts any input without throwing', () => {
  const draft = fc.record({
    title: fc.string(),
    isPairGroupCall: fc.option(fc.boolean()),
    // Includes invalid dates.
    scheduledTime: fc.option(fc.date()),
    timeZone: fc.oneof(fc.string(), fc.constantFrom('Asia/Kolkata', 'Pacific/Apia', 'constructor')),
    eventFrequency: fc.option(fc.constantFrom('NONE', 'WEEKLY', 'BIWEEKLY', 'MONTHLY')),
    repeatEndDate: fc.option(
      fc.oneof(
        fc.string(),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
      ),
    ),
    sessionId: fc.option(fc.integer()),
  })
  fc.assert(
    fc.property(draft, fc.boolean(), (given, isOneOfMany) => {
      const problems = checkEvent(given, now, { isOneOfMany })
      expect(Object.values(problems).every((problem) => problem !== undefined)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})
