import type { HelpMessage } from '@saathi/contract/help/entities'
import { expect, test } from 'vitest'
import { type LoadedMessages, newestId, oldestId, withEarlier, withMessage } from './cache.ts'
import { helpMessage } from './help.fake.ts'

const loadedWith = (hasEarlier: boolean, ...ids: number[]): LoadedMessages => ({
  hasEarlier,
  messages: ids.map((id) => helpMessage(id)),
})
const idsOf = ({ messages }: { messages: HelpMessage[] }) => messages.map(({ id }) => id)

test('withEarlier prepends earlier messages without duplicates', () => {
  const loaded = withEarlier(loadedWith(true, 4, 5), loadedWith(false, 2, 3, 4))
  expect(idsOf(loaded)).toEqual([2, 3, 4, 5])
  expect(loaded.hasEarlier).toBe(false)
  expect([oldestId(loaded), newestId(loaded)]).toEqual([2, 5])
})

test('withMessage does not add a message that a live event already brought', () => {
  expect(idsOf(withMessage(loadedWith(false, 4, 6), helpMessage(5)))).toEqual([4, 5, 6])
  expect(idsOf(withMessage(loadedWith(false, 4, 5), helpMessage(5)))).toEqual([4, 5])
})
