import { expect, test } from 'vitest'
import { isCachedQuery, isPageData, type CachedQuery, cacheVersion, isCacheable, keysToEvict } from './rules.ts'

const day = 24 * 60 * 60_000
const now = 1_000 * day
const cached = (key: string, daysAgo = 0, overrides: Partial<CachedQuery> = {}): CachedQuery => ({
  person: 1,
  key,
  shape: cacheVersion,
  at: now - daysAgo * day,
  data: 'x',
  ...overrides,
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
])('[PLT-01] %j may be stored', (key) => {
  expect(isCacheable(key)).toBe(true)
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
])('%j is never stored', (key) => {
  expect(isCacheable(key)).toBe(false)
})

test('only the data of the page itself determines its age', () => {
  expect(isPageData(['learning', 'sessions', 'mine'])).toBe(true)
  for (const key of [
    ['accounts', 'profile'],
    ['notices', 'list'],
    ['chat', 'unread'],
    ['video', 'rooms'],
  ])
    expect(isPageData(key)).toBe(false)
})

test('only entries of the current version are read', () => {
  expect(isCachedQuery(cached('a'))).toBe(true)
  for (const value of [null, 'a', {}, cached('a', 0, { shape: cacheVersion - 1 }), { key: 'a', at: 1, shape: cacheVersion }])
    expect(isCachedQuery(value)).toBe(false)
})

test('entries older than thirty days or of another version are evicted', () => {
  const entries = [cached('new'), cached('month', 30), cached('old', 31), cached('other', 0, { shape: 0 })]
  expect(keysToEvict(entries, now)).toEqual(['old', 'other'])
})

test('above the limit the newest entries stay', () => {
  const entries = Array.from({ length: 303 }, (_, place) => cached(`${place}`, place / 100))
  expect(keysToEvict(entries, now)).toEqual(['300', '301', '302'])
  expect(keysToEvict(entries.slice(0, 300), now)).toEqual([])
})
