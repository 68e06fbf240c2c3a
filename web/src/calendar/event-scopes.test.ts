import { describe, expect, test } from 'vitest'
import { weekly } from './calendar.fake.ts'
import { draftOf } from './event-draft.ts'
import { scopesOfEdit } from './event-scopes.ts'

const series = weekly(4)
const [first, second] = series
if (!first || !second) throw new Error('no series')

describe('what is offered', () => {
  test('[CAL-04] for other words and another hour: all three', () => {
    const draft = { ...draftOf(second), title: 'Our call', time: '20:00' }
    expect(scopesOfEdit(second, draft, series)).toEqual({ offered: ['THIS', 'FOLLOWING', 'ALL'], reasons: [] })
  })

  test('[CAL-04] for another frequency or end: not this event alone', () => {
    const other = { ...draftOf(second), eventFrequency: 'MONTHLY' as const }
    expect(scopesOfEdit(second, other, series)).toEqual({ offered: ['FOLLOWING', 'ALL'], reasons: ['pattern'] })
    const longer = { ...draftOf(second), repeatEndDate: '2027-01-30' }
    expect(scopesOfEdit(second, longer, series).offered).toEqual(['FOLLOWING', 'ALL'])
  })

  test('[CAL-04] for another day: not all, unless it is the first that is left', () => {
    const moved = { ...draftOf(second), date: '2026-11-15' }
    expect(scopesOfEdit(second, moved, series)).toEqual({ offered: ['THIS', 'FOLLOWING'], reasons: ['day'] })
    expect(scopesOfEdit(second, moved, series.slice(1)).offered).toEqual(['THIS', 'FOLLOWING', 'ALL'])
    expect(scopesOfEdit(first, { ...draftOf(first), date: '2026-11-08' }, series).reasons).toEqual([])
  })

  test('[CAL-04] for both at once: this and following', () => {
    const both = { ...draftOf(second), date: '2026-11-15', repeatEndDate: '2027-01-30' }
    expect(scopesOfEdit(second, both, series)).toEqual({ offered: ['FOLLOWING'], reasons: ['pattern', 'day'] })
  })

  test('[CAL-04] beyond the end of the series: also with those that follow, whose end goes along', () => {
    const beyond = { ...draftOf(second), date: '2026-12-27' }
    expect(scopesOfEdit(second, beyond, series)).toEqual({ offered: ['THIS', 'FOLLOWING'], reasons: ['day'] })
  })

  test('[CAL-04] the day counts by the clock of the series', () => {
    const abroad = weekly(3, { timeZone: 'America/Los_Angeles', scheduledTime: '2026-11-14T03:00:00.000Z' })
    const [, one] = abroad
    if (!one) throw new Error('no event')
    // Half past eight in the morning in India is the evening before over there; three hours later is still that evening.
    const later = { ...draftOf(one), time: '11:30' }
    expect(scopesOfEdit(one, later, abroad).reasons).toEqual([])
    expect(scopesOfEdit(one, { ...draftOf(one), time: '15:30' }, abroad).reasons).toEqual(['day'])
  })

  test('[CAL-04] in a zone that this browser does not know: as in India', () => {
    const [, one] = weekly(3, { timeZone: 'Mars/Olympus' })
    if (!one) throw new Error('no event')
    expect(scopesOfEdit(one, draftOf(one), [one]).offered).toEqual(['THIS', 'FOLLOWING', 'ALL'])
  })
})
