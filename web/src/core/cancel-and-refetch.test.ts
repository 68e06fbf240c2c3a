import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { cancelAndRefetch } from './cancel-and-refetch.ts'

/** A server that answers each question when it is told to, with what was true when it was asked. */
function openClient() {
  let truth = 'old'
  const waiting: (() => void)[] = []
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(client, {
    queryKey: ['calls'],
    queryFn: async () => {
      const said = truth
      await new Promise<void>((resolve) => waiting.push(resolve))
      return said
    },
  })
  const stop = observer.subscribe(() => {})
  const answerAll = () => {
    for (const answer of waiting.splice(0)) answer()
  }
  return { client, observer, stop, answerAll, waiting, change: () => (truth = 'new') }
}

test('a first reading that was asked before the news does not pass for the news', async () => {
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

test('what stands on a screen stays until the newer word is there', async () => {
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
