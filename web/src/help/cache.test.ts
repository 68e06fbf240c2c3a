import type { HelpMessage } from '@saathi/contract/help/entities'
import { expect, test } from 'vitest'
import { type HeldMessages, newestId, oldestId, withEarlier, withMessage } from './cache.ts'
import { helpMessage } from './help.fake.ts'

const holding = (hasEarlier: boolean, ...ids: number[]): HeldMessages => ({
  hasEarlier,
  messages: ids.map((id) => helpMessage(id)),
})
const idsOf = ({ messages }: { messages: HelpMessage[] }) => messages.map(({ id }) => id)

test('earlier ones go before those that are here, none twice', () => {
  const held = withEarlier(holding(true, 4, 5), holding(false, 2, 3, 4))
  expect(idsOf(held)).toEqual([2, 3, 4, 5])
  expect(held.hasEarlier).toBe(false)
  expect([oldestId(held), newestId(held)]).toEqual([2, 5])
})

test('a message that came by the live line already is not added again', () => {
  expect(idsOf(withMessage(holding(false, 4, 6), helpMessage(5)))).toEqual([4, 5, 6])
  expect(idsOf(withMessage(holding(false, 4, 5), helpMessage(5)))).toEqual([4, 5])
})
