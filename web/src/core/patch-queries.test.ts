import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { unreachable } from './api-error.ts'
import { patchQueries } from './patch-queries.ts'

const away = unreachable('no answer')

/** Read long ago; what was asked since had no answer. */
function makeClient() {
  const client = new QueryClient()
  for (const place of [1, 2]) {
    client.setQueryData(['kites', place], { colour: 'red', place }, { updatedAt: 5 })
    client
      .getQueryCache()
      .find({ queryKey: ['kites', place] })
      ?.setState({ status: 'error', error: away, isInvalidated: true })
  }
  return client
}

test('what is changed here is no newer for it, and still to be read', () => {
  const client = makeClient()
  patchQueries<{ colour: string }>(client, ['kites'], (kite) => ({ ...kite, colour: 'blue' }))
  for (const place of [1, 2])
    expect(client.getQueryState(['kites', place])).toMatchObject({
      data: { colour: 'blue', place },
      dataUpdatedAt: 5,
      error: away,
      status: 'error',
      isInvalidated: true,
    })
})

test('where nothing is held, or nothing changes, nothing is written', () => {
  const client = makeClient()
  const before = client.getQueryState(['kites', 1])
  patchQueries(client, ['kites'], (kite) => kite)
  patchQueries(client, ['boats'], () => 'one')
  expect(client.getQueryState(['kites', 1])).toBe(before)
  expect(client.getQueryState(['boats'])).toBeUndefined()
})
