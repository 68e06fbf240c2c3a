import { describe, expect, test } from 'vitest'
import { event, weekly } from '../calendar.fake.ts'
import { bodyOf, differences, type Draft, draftOf, emptyDraft, faultsOf, momentOfDraft, rebase, withFrequency } from './draft.ts'

const now = new Date('2026-11-14T06:30:00Z')
const full: Draft = {
  title: 'Portfolio review',
  isPairGroupCall: false,
  minutes: 60,
  date: '2026-11-20',
  time: '19:30',
  eventFrequency: 'NONE',
  repeatEndDate: '',
  sessionId: 4,
  description: '',
}
const repeated = (given: Partial<Draft>): Draft => ({ ...full, eventFrequency: 'WEEKLY', sessionId: null, ...given })

describe('faultsOf', () => {
  test('[CAL-02] reports all required fields of an empty form', () => {
    expect(faultsOf({ ...emptyDraft('2026-11-14'), date: '' }, null, now)).toEqual({
      title: 'required',
      isPairGroupCall: 'required',
      date: 'required',
      time: 'required',
      eventFrequency: 'required',
    })
  })

  test('[CAL-02] accepts No as an answer', () => {
    expect(faultsOf({ ...full, isPairGroupCall: false }, null, now)).toEqual({})
  })

  test('[CAL-02] requires a session for a single event and an end for a recurring one', () => {
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
    ['a blank title', { ...full, title: '   ' }, { title: 'required' }],
  ])('[CAL-02] reports %s at its field', (_what, draft, faults) => {
    expect(faultsOf(draft, null, now)).toEqual(faults)
  })

  test('ignores a zone unknown to this browser, which is sent back unchanged', () => {
    const base = event({ timeZone: 'Mars/Olympus', sessionId: 4 })
    expect(faultsOf(draftOf(base), base, now)).toEqual({})
    expect(bodyOf(draftOf(base), base)).toMatchObject({ timeZone: 'Mars/Olympus' })
  })

  test('[CAL-04] allows moving an occurrence beyond the end of an unchanged series', () => {
    const [, base] = weekly(2)
    if (!base) throw new Error('no event')
    const beyond = { ...draftOf(base), date: '2026-12-28' }
    expect(faultsOf(beyond, base, now)).toEqual({})
    expect(faultsOf({ ...beyond, eventFrequency: 'BIWEEKLY' }, base, now)).toEqual({ repeatEndDate: 'beforeStart' })
  })

  test('[CAL-02] withFrequency clears the fields that are hidden', () => {
    expect(withFrequency(full, 'WEEKLY').sessionId).toBeNull()
    expect(withFrequency(repeated({ repeatEndDate: '2026-12-26' }), 'NONE').repeatEndDate).toBe('')
  })
})

describe('date and time', () => {
  test('are India’s wherever the device is', () => {
    expect(momentOfDraft(full, null)?.toISOString()).toBe('2026-11-20T14:00:00.000Z')
    expect(bodyOf(full, null)).toMatchObject({ scheduledTime: '2026-11-20T14:00:00.000Z', timeZone: 'Asia/Kolkata' })
  })

  test('that were not changed keep the exact time', () => {
    const base = event({ scheduledTime: '2026-11-14T14:00:42.000Z', timeZone: 'Europe/London' })
    expect(bodyOf(draftOf(base), base)).toMatchObject({ scheduledTime: '2026-11-14T14:00:42.000Z', timeZone: 'Europe/London' })
  })
})

describe('after a change by others', () => {
  const [before] = weekly(1, { description: 'Bring your notes' })
  if (!before) throw new Error('no event')
  const theirs = { ...before, title: 'Call with Meera', description: 'Bring a pen', version: 2 }

  test('[CAL-04] differences are listed in the order of the form', () => {
    expect(differences(draftOf(theirs), draftOf(before))).toEqual(['title', 'description'])
  })

  test('[CAL-04] rebase keeps my changes and takes theirs otherwise', () => {
    const mine = { ...draftOf(before), title: 'Our call', time: '20:00' }
    const merged = rebase(mine, draftOf(before), draftOf(theirs))
    expect(merged).toEqual({ ...draftOf(theirs), title: 'Our call', time: '20:00' })
  })
})
