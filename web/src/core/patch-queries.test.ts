import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { unreachable } from './api-error.ts'
import { patchQueries } from './query-cache.ts'

const noAnswer = unreachable('no answer')

/** Queries fetched long ago whose refetch failed. */
function makeClient() {
  const client = new QueryClient()
  for (const place of [1, 2]) {
    client.setQueryData(['kites', place], { colour: 'red', place }, { updatedAt: 5 })
    client
      .getQueryCache()
      .find({ queryKey: ['kites', place] })
      ?.setState({ status: 'error', error: noAnswer, isInvalidated: true })
  }
  return client
}

test('a local change keeps the age, error and invalidation', () => {
  const client = makeClient()
  patchQueries<{ colour: string }>(client, ['kites'], (kite) => ({ ...kite, colour: 'blue' }))
  for (const place of [1, 2])
    expect(client.getQueryState(['kites', place])).toMatchObject({
      data: { colour: 'blue', place },
      dataUpdatedAt: 5,
      error: noAnswer,
      status: 'error',
      isInvalidated: true,
    })
})

test('nothing is written if there is no data or no change', () => {
  const client = makeClient()
  const before = client.getQueryState(['kites', 1])
  patchQueries(client, ['kites'], (kite) => kite)
  patchQueries(client, ['boats'], () => 'one')
  expect(client.getQueryState(['kites', 1])).toBe(before)
  expect(client.getQueryState(['boats'])).toBeUndefined()
})
