import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { unreachable } from '#core/api-error.ts'
import { pageStatusOf } from '#core/offline/page-status.ts'
import { patchHubSession, patchBookmark, listKey, sessionKey } from './cache.ts'
import { sessionCard } from '../cards/session-card.fake.ts'
import { sessionDetail } from './detail.fake.ts'

test('[PLT-01] an offline tap does not change the age of the cached data', () => {
  const client = new QueryClient()
  const cache = client.getQueryCache()
  client.setQueryData(listKey('mine'), [sessionCard({ id: 3, isBookmarked: false })], { updatedAt: 5 })
  client.setQueryData(sessionKey(3), sessionDetail({ isBookmarked: false }), { updatedAt: 7 })
  for (const query of cache.getAll()) query.setState({ status: 'error', error: unreachable('no answer') })
  const statuses = () => cache.getAll().map((query) => pageStatusOf([query]))
  expect(statuses()).toEqual([5, 7])
  patchBookmark(client, 3, true)
  expect(client.getQueryData(listKey('mine'))).toMatchObject([{ isBookmarked: true }])
  expect(statuses()).toEqual([5, 7])
  patchHubSession(client, 3, (cached) => ({ ...cached, feedback: { rating: 4, review: '' } }))
  expect(client.getQueryData(sessionKey(3))).toMatchObject({ isBookmarked: true, feedback: { rating: 4 } })
  expect(statuses()).toEqual([5, 7])
})
