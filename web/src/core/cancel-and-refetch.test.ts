import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { cancelAndRefetch } from './query-cache.ts'

/** A server that answers on demand, with the value at the time of the request. */
function openClient() {
  let current = 'old'
  const waiting: (() => void)[] = []
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(client, {
    queryKey: ['calls'],
    queryFn: async () => {
      const value = current
      await new Promise<void>((resolve) => waiting.push(resolve))
      return value
    },
  })
  const stop = observer.subscribe(() => {})
  const answerAll = () => {
    for (const answer of waiting.splice(0)) answer()
  }
  return { client, observer, stop, answerAll, waiting, change: () => (current = 'new') }
}

test('a first fetch that started before the event is replaced by a new one', async () => {
  const { client, observer, stop, answerAll, waiting, change } = openClient()
  await expect.poll(() => waiting.length).toBe(1)
  change()
  const read = cancelAndRefetch(client, ['calls'])
  await expect.poll(() => waiting.length).toBe(2)
  answerAll()
  await read
  expect(observer.getCurrentResult().data).toBe('new')
  stop()
})

test('data on screen stays until the new data arrives', async () => {
  const { client, observer, stop, answerAll, waiting, change } = openClient()
  await expect.poll(() => waiting.length).toBe(1)
  answerAll()
  await expect.poll(() => observer.getCurrentResult().data).toBe('old')
  change()
  const read = cancelAndRefetch(client, ['calls'])
  await expect.poll(() => waiting.length).toBe(1)
  expect(observer.getCurrentResult().data).toBe('old')
  answerAll()
  await read
  expect(observer.getCurrentResult().data).toBe('new')
  stop()
})
