import { FEED_MAX_TAGS } from '@saathi/contract/feed/calls'
import { describe, expect, test } from 'vitest'
import { isFiltered, readFilter, tidy, toSearch } from './filter.ts'
import { daysOf, draftOf, filterOf, isInOrder, limitsOf } from './draft.ts'

describe('the URL', () => {
  test('contains a filter, with tags in any order', () => {
    const filter = readFilter({ event: 'Quotes', from: '2026-01-01', to: '2026-02-01', tags: 'work,money' })
    expect(filter).toEqual({ event: 'quote', from: '2026-01-01', to: '2026-02-01', tags: ['money', 'work'] })
    expect(readFilter(toSearch(filter))).toEqual(filter)
  })

  test.each([
    [{}],
    [{ event: 'video', from: 'yesterday', to: '2026-13-40', tags: 'A tag!' }],
    [{ event: '', from: '', to: '', tags: '' }],
    [{ from: '2026-02-01', to: '2026-01-01' }],
    [{ from: '2019-05-01' }],
    [null],
  ])('with an invalid filter is ignored: %o', (search) => {
    expect(readFilter(search)).toEqual({})
    expect(isFiltered(readFilter(search))).toBe(false)
  })

  test('[FED-02] can contain every tag that can be ticked', () => {
    const tags = Array.from({ length: FEED_MAX_TAGS }, (_, n) => `${n}`.padStart(60, 'a'))
    expect(readFilter(toSearch(tidy({ tags })))).toEqual({ tags: tags.toSorted() })
  })

  test('contains nothing for an empty filter', () => {
    expect(toSearch(tidy({ event: undefined, from: '', to: undefined, tags: [] }))).toEqual({})
  })
})

describe('the draft', () => {
  const limits = limitsOf({ firstDate: '2024-03-01', lastDate: '2026-10-01' })

  test('starts with both kinds and the whole range', () => {
    const draft = draftOf({})
    expect(draft).toEqual({ post: true, quote: true, from: undefined, to: undefined, tags: [] })
    expect(daysOf(draft, limits)).toEqual({ from: '2024-03-01', to: '2026-10-01' })
    expect(filterOf(draft, limits)).toEqual({})
  })

  test('[FED-02] keeps an unset day at the end of the feed, and a chosen day as it is', () => {
    const later = limitsOf({ firstDate: '2024-03-02', lastDate: '2026-10-02' })
    expect(daysOf(draftOf({}), later)).toEqual({ from: '2024-03-02', to: '2026-10-02' })
    const chosen = { ...draftOf({}), to: '2026-09-30' }
    expect(daysOf(chosen, later)).toEqual({ from: '2024-03-02', to: '2026-09-30' })
    expect(filterOf(chosen, later)).toEqual({ to: '2026-09-30' })
  })

  test('[FED-02] filters nothing with both kinds or neither', () => {
    const draft = draftOf({})
    expect(filterOf({ ...draft, post: false, quote: false }, limits)).toEqual({})
    expect(filterOf({ ...draft, quote: false }, limits)).toEqual({ event: 'post' })
    expect(filterOf({ ...draft, post: false }, limits)).toEqual({ event: 'quote' })
  })

  test('[FED-02] has no day before 1 January 2020', () => {
    expect(limitsOf({ firstDate: '2018-07-01', lastDate: null })).toEqual({ first: '2020-01-01', last: undefined })
    expect(limitsOf(undefined)).toEqual({ first: '2020-01-01', last: undefined })
    expect(filterOf({ ...draftOf({}), from: '2019-01-01', to: '2031-01-01' }, limits)).toEqual({})
  })

  test('is derived from the filter, and converts back', () => {
    const filter = { event: 'post', from: '2026-01-01', to: '2026-02-01', tags: ['money'] } as const
    expect(filterOf(draftOf(filter), limits)).toEqual(filter)
  })

  test('keeps a last day if the end of the feed is unknown', () => {
    const open = limitsOf(undefined)
    expect(filterOf({ ...draftOf({}), to: '2026-05-01' }, open)).toEqual({ to: '2026-05-01' })
  })

  test('is in order unless the first day is after the last', () => {
    expect(isInOrder(daysOf(draftOf({}), limits))).toBe(true)
    expect(isInOrder({ from: '2026-02-02', to: '2026-02-02' })).toBe(true)
    expect(isInOrder({ from: '2026-02-03', to: '2026-02-02' })).toBe(false)
    expect(isInOrder({ from: '', to: '2026-02-02' })).toBe(true)
    expect(isInOrder(daysOf({ from: '2026-10-02', to: undefined }, limits))).toBe(false)
  })
})
