import { expect, test } from 'vitest'
import { isKept, isPageData, type Kept, keptShape, mayKeep, surplusOf } from './rules.ts'

const day = 24 * 60 * 60_000
const now = 1_000 * day
const kept = (key: string, daysAgo = 0, given: Partial<Kept> = {}): Kept => ({
  person: 1,
  key,
  shape: keptShape,
  at: now - daysAgo * day,
  data: 'x',
  ...given,
})

test.each([
  [['accounts', 'profile']],
  [['learning', 'sessions', 'mine']],
  [['learning', 'session', 3]],
  [['learning', 'quiz', 3, 14, 5, null]],
  [['mentorship', 'session', 3, 7]],
  [['feed', 'list', {}]],
  [['notices', 'list']],
  [['chat', 'channels']],
])('[PLT-01] %j may be kept', (key) => {
  expect(mayKeep(key)).toBe(true)
})

test.each([
  [['accounts', 'signIns']],
  [['accounts', 'verifyEmail', 'a token']],
  [['calendar', 'integrations']],
  [['calendar', 'redeem', 'a', 'b']],
  [['chat', 'gifs', 'kite']],
  [['chat', 'messages', 1]],
  [['chat', 'search', 'kite']],
  [['dev', 'help', 'open']],
  [['notices', 'device']],
  [['system', 'status']],
  [['texts', 'dev', 'mail', 'asha']],
  [['toString', 'name']],
  [['video', 'history', 1]],
  [['video', 'room', 'a']],
  [[]],
])('%j is never kept', (key) => {
  expect(mayKeep(key)).toBe(false)
})

test('the age of a page is told by what one came for', () => {
  expect(isPageData(['learning', 'sessions', 'mine'])).toBe(true)
  for (const key of [
    ['accounts', 'profile'],
    ['notices', 'list'],
    ['chat', 'unread'],
    ['video', 'rooms'],
  ])
    expect(isPageData(key)).toBe(false)
})

test('only what has the shape of today is taken for a copy', () => {
  expect(isKept(kept('a'))).toBe(true)
  for (const value of [null, 'a', {}, kept('a', 0, { shape: keptShape - 1 }), { key: 'a', at: 1, shape: keptShape }])
    expect(isKept(value)).toBe(false)
})

test('what is older than thirty days goes, and what is of another shape', () => {
  const entries = [kept('new'), kept('month', 30), kept('old', 31), kept('other', 0, { shape: 0 })]
  expect(surplusOf(entries, now)).toEqual(['old', 'other'])
})

test('of more than there is room for the newest stay', () => {
  const entries = Array.from({ length: 303 }, (_, place) => kept(`${place}`, place / 100))
  expect(surplusOf(entries, now)).toEqual(['300', '301', '302'])
  expect(surplusOf(entries.slice(0, 300), now)).toEqual([])
})
