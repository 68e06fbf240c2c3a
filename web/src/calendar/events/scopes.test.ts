import { describe, expect, test } from 'vitest'
import { weekly } from '../calendar.fake.ts'
import { draftOf } from './draft.ts'
import { scopesOfEdit } from './scopes.ts'

const series = weekly(4)
const [first, second] = series
if (!first || !second) throw new Error('no series')

describe('scopesOfEdit offers', () => {
  test('[CAL-04] all three for another title or time', () => {
    const draft = { ...draftOf(second), title: 'Our call', time: '20:00' }
    expect(scopesOfEdit(second, draft, series)).toEqual({ offered: ['THIS', 'FOLLOWING', 'ALL'], reasons: [] })
  })

  test('[CAL-04] no THIS for another frequency or end', () => {
    const other = { ...draftOf(second), eventFrequency: 'MONTHLY' as const }
    expect(scopesOfEdit(second, other, series)).toEqual({ offered: ['FOLLOWING', 'ALL'], reasons: ['pattern'] })
    const longer = { ...draftOf(second), repeatEndDate: '2027-01-30' }
    expect(scopesOfEdit(second, longer, series).offered).toEqual(['FOLLOWING', 'ALL'])
  })

  test('[CAL-04] no ALL for another day, except for the first remaining occurrence', () => {
    const moved = { ...draftOf(second), date: '2026-11-15' }
    expect(scopesOfEdit(second, moved, series)).toEqual({ offered: ['THIS', 'FOLLOWING'], reasons: ['day'] })
    expect(scopesOfEdit(second, moved, series.slice(1)).offered).toEqual(['THIS', 'FOLLOWING', 'ALL'])
    expect(scopesOfEdit(first, { ...draftOf(first), date: '2026-11-08' }, series).reasons).toEqual([])
  })

  test('[CAL-04] only FOLLOWING for another day and another pattern together', () => {
    const both = { ...draftOf(second), date: '2026-11-15', repeatEndDate: '2027-01-30' }
    expect(scopesOfEdit(second, both, series)).toEqual({ offered: ['FOLLOWING'], reasons: ['pattern', 'day'] })
  })

  test('[CAL-04] FOLLOWING beyond the end of the series, whose end moves with it', () => {
    const beyond = { ...draftOf(second), date: '2026-12-27' }
    expect(scopesOfEdit(second, beyond, series)).toEqual({ offered: ['THIS', 'FOLLOWING'], reasons: ['day'] })
  })

  test('[CAL-04] scopes by the day in the time zone of the series', () => {
    const abroad = weekly(3, { timeZone: 'America/Los_Angeles', scheduledTime: '2026-11-14T03:00:00.000Z' })
    const [, one] = abroad
    if (!one) throw new Error('no event')
    // 8:30 am in India is the previous evening there, and three hours later it is still that evening.
    const later = { ...draftOf(one), time: '11:30' }
    expect(scopesOfEdit(one, later, abroad).reasons).toEqual([])
    expect(scopesOfEdit(one, { ...draftOf(one), time: '15:30' }, abroad).reasons).toEqual(['day'])
  })

  test('[CAL-04] scopes as in India for a zone unknown to this browser', () => {
    const [, one] = weekly(3, { timeZone: 'Mars/Olympus' })
    if (!one) throw new Error('no event')
    expect(scopesOfEdit(one, draftOf(one), [one]).offered).toEqual(['THIS', 'FOLLOWING', 'ALL'])
  })
})
