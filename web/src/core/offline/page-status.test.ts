import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError, unreachable } from '../api-error.ts'
import { pageStatusOf } from './page-status.ts'

type QuerySetup = { key: QueryKey; at?: number; error?: Error }

/** Builds queries in a cache. */
function queries(setups: readonly QuerySetup[]) {
  const cache = new QueryCache()
  const client = new QueryClient({ queryCache: cache })
  return setups.map(({ key, at, error }) => {
    const query = cache.build(client, { queryKey: key })
    if (at !== undefined) query.setData('x', { updatedAt: at, manual: true })
    if (error) query.setState({ ...query.state, status: 'error', error })
    return query
  })
}

const noAnswer = unreachable('no answer')
const mine = ['learning', 'sessions', 'mine']
const session = ['learning', 'session', 3]

test.each<[string, QuerySetup[], ReturnType<typeof pageStatusOf>]>([
  ['is null for fresh data', [{ key: mine, at: 5 }], null],
  [
    'is the age of the oldest stale part',
    [
      { key: mine, at: 5, error: noAnswer },
      { key: session, at: 3, error: noAnswer },
    ],
    3,
  ],
  [
    'ignores parts without data if others have some',
    [
      { key: mine, at: 5, error: noAnswer },
      { key: session, error: noAnswer },
    ],
    5,
  ],
  ['is unsaved if nothing is cached', [{ key: session, error: noAnswer }], 'unsaved'],
  ['is null for a refused page', [{ key: session, error: new ApiError(404, { code: 'x', message: '' }) }], null],
  ['ignores queries of the shell', [{ key: ['accounts', 'profile'], at: 1, error: noAnswer }], null],
])('the status of a page %s', (_what, setups, status) => {
  expect(pageStatusOf(queries(setups))).toBe(status)
})
