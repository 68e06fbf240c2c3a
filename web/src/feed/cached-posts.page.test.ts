import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { unreachable } from '#core/api-error.ts'
import { pageStatusOf } from '#core/offline/page-status.ts'
import { makePost } from './feed.fake.ts'
import { patchLikes, listKey } from './cache.ts'

test('[PLT-01] a like without a connection does not change the age of the feed', () => {
  const client = new QueryClient()
  const cache = client.getQueryCache()
  client.setQueryData(listKey({}), { posts: [makePost({}, { id: 3, feedLikes: 1 })], next: null }, { updatedAt: 5 })
  for (const query of cache.getAll()) query.setState({ status: 'error', error: unreachable('no answer') })
  patchLikes(client, { id: 3, feedLikes: 2, isLiked: true })
  expect(client.getQueryData(listKey({}))).toMatchObject({ posts: [{ feedLikes: 2, isLiked: true }] })
  expect(pageStatusOf(cache.getAll())).toBe(5)
})
