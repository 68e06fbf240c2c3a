import { describe, expect, test } from 'vitest'
import { event, weekly } from './calendar.fake.ts'
import {
  bodyOf,
  differences,
  type Draft,
  draftOf,
  emptyDraft,
  faultsOf,
  momentOfDraft,
  rebase,
  withFrequency,
} from './event-draft.ts'

const now = new Date('2026-11-14T06:30:00Z')
const full: Draft = {
  title: 'Portfolio review',
  isPairGroupCall: false,
  date: '2026-11-20',
  time: '19:30',
  eventFrequency: 'NONE',
  repeatEndDate: '',
  sessionId: 4,
  description: '',
}
const repeated = (given: Partial<Draft>): Draft => ({ ...full, eventFrequency: 'WEEKLY', sessionId: null, ...given })

describe('the rules', () => {
  test('[CAL-02] an empty form lacks all but what need not be', () => {
    expect(faultsOf({ ...emptyDraft('2026-11-14'), date: '' }, null, now)).toEqual({
      title: 'required',
      isPairGroupCall: 'required',
      date: 'required',
      time: 'required',
      eventFrequency: 'required',
    })
  })

  test('[CAL-02] No is an answer', () => {
    expect(faultsOf({ ...full, isPairGroupCall: false }, null, now)).toEqual({})
  })

  test('[CAL-02] what does not repeat needs a session, what repeats needs an end', () => {
    expect(faultsOf({ ...full, sessionId: null }, null, now)).toEqual({ sessionId: 'required' })
    expect(faultsOf(repeated({}), null, now)).toEqual({ repeatEndDate: 'required' })
  })

  test.each([
    ['an end before the start', repeated({ repeatEndDate: '2026-11-19' }), { repeatEndDate: 'beforeStart' }],
    ['more than sixty times', repeated({ repeatEndDate: '2029-11-20' }), { repeatEndDate: 'tooMany' }],
    ['the year 9999', { ...full, date: '9999-12-31' }, { date: 'tooFar' }],
    ['a year of six digits', { ...full, date: '202611-11-20' }, { date: 'tooFar' }],
    ['a year long gone', { ...full, date: '0026-11-20' }, { date: 'tooEarly' }],
    ['a year before the first', { ...full, date: '2019-12-31' }, { date: 'tooEarly' }],
    ['an end in a year of six digits', repeated({ repeatEndDate: '202711-01-01' }), { repeatEndDate: 'tooMany' }],
    ['blanks for a title', { ...full, title: '   ' }, { title: 'required' }],
  ])('[CAL-02] %s is told at its field', (_what, draft, faults) => {
    expect(faultsOf(draft, null, now)).toEqual(faults)
  })

  test('a zone that this browser does not know is no fault of who edits, and goes back as it came', () => {
    const base = event({ timeZone: 'Mars/Olympus', sessionId: 4 })
    expect(faultsOf(draftOf(base), base, now)).toEqual({})
    expect(bodyOf(draftOf(base), base)).toMatchObject({ timeZone: 'Mars/Olympus' })
  })

  test('[CAL-04] one of a series may be moved beyond its end, as long as the series stays as it is', () => {
    const [, base] = weekly(2)
    if (!base) throw new Error('no event')
    const beyond = { ...draftOf(base), date: '2026-12-28' }
    expect(faultsOf(beyond, base, now)).toEqual({})
    expect(faultsOf({ ...beyond, eventFrequency: 'BIWEEKLY' }, base, now)).toEqual({ repeatEndDate: 'beforeStart' })
  })

  test('[CAL-02] the value that the other choice hides is forgotten', () => {
    expect(withFrequency(full, 'WEEKLY').sessionId).toBeNull()
    expect(withFrequency(repeated({ repeatEndDate: '2026-12-26' }), 'NONE').repeatEndDate).toBe('')
  })
})

describe('day and hour', () => {
  test('are India’s wherever the device is', () => {
    expect(momentOfDraft(full, null)?.toISOString()).toBe('2026-11-20T14:00:00.000Z')
    expect(bodyOf(full, null)).toMatchObject({ scheduledTime: '2026-11-20T14:00:00.000Z', timeZone: 'Asia/Kolkata' })
  })

  test('that nobody touched are the very moment they were', () => {
    const base = event({ scheduledTime: '2026-11-14T14:00:42.000Z', timeZone: 'Europe/London' })
    expect(bodyOf(draftOf(base), base)).toMatchObject({ scheduledTime: '2026-11-14T14:00:42.000Z', timeZone: 'Europe/London' })
  })
})

describe('when others have changed it', () => {
  const [before] = weekly(1, { description: 'Bring your notes' })
  if (!before) throw new Error('no event')
  const theirs = { ...before, title: 'Call with Meera', description: 'Bring a pen', version: 2 }

  test('[CAL-04] what differs is named in the order of the form', () => {
    expect(differences(draftOf(theirs), draftOf(before))).toEqual(['title', 'description'])
  })

  test('[CAL-04] what I changed stays mine, and the rest is theirs', () => {
    const mine = { ...draftOf(before), title: 'Our call', time: '20:00' }
    const merged = rebase(mine, draftOf(before), draftOf(theirs))
    expect(merged).toEqual({ ...draftOf(theirs), title: 'Our call', time: '20:00' })
  })
})
