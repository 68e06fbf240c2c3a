import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError, unreachable } from '../api-error.ts'
import { pageStatusOf } from './page-status.ts'

type Given = { key: QueryKey; at?: number; error?: Error }

/** Each as a page finds it in the cache. */
function queries(given: readonly Given[]) {
  const cache = new QueryCache()
  const client = new QueryClient({ queryCache: cache })
  return given.map(({ key, at, error }) => {
    const query = cache.build(client, { queryKey: key })
    if (at !== undefined) query.setData('x', { updatedAt: at, manual: true })
    if (error) query.setState({ ...query.state, status: 'error', error })
    return query
  })
}

const away = unreachable('no answer')
const mine = ['learning', 'sessions', 'mine']
const session = ['learning', 'session', 3]

test.each<[string, Given[], ReturnType<typeof pageStatusOf>]>([
  ['is as the server has it', [{ key: mine, at: 5 }], null],
  [
    'is as old as its oldest part that could not be read',
    [
      { key: mine, at: 5, error: away },
      { key: session, at: 3, error: away },
    ],
    3,
  ],
  [
    'is told by what there is of it',
    [
      { key: mine, at: 5, error: away },
      { key: session, error: away },
    ],
    5,
  ],
  ['was not saved', [{ key: session, error: away }], 'unsaved'],
  ['was refused, which is another matter', [{ key: session, error: new ApiError(404, { code: 'x', message: '' }) }], null],
  ['is not told by what stands beside every page', [{ key: ['accounts', 'profile'], at: 1, error: away }], null],
])('a page %s', (_what, given, standing) => {
  expect(pageStatusOf(queries(given))).toBe(standing)
})
