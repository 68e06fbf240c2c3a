import type { HelpMessage } from '@saathi/contract/help/entities'
import { expect, test } from 'vitest'
import { type LoadedMessages, newestId, oldestId, withEarlier, withMessage } from './cache.ts'
import { helpMessage } from './help.fake.ts'

const loadedWith = (hasEarlier: boolean, ...ids: number[]): LoadedMessages => ({
  hasEarlier,
  messages: ids.map((id) => helpMessage(id)),
  helplines: [],
})
const idsOf = ({ messages }: { messages: HelpMessage[] }) => messages.map(({ id }) => id)

test('withEarlier prepends earlier messages without duplicates', () => {
  const loaded = withEarlier(loadedWith(true, 4, 5), loadedWith(false, 2, 3, 4))
  expect(idsOf(loaded)).toEqual([2, 3, 4, 5])
  expect(loaded.hasEarlier).toBe(false)
  expect([oldestId(loaded), newestId(loaded)]).toEqual([2, 5])
})

test('withMessage does not add a message that a live event already brought', () => {
  const five = { ...helpMessage(5), helplines: [] }
  expect(idsOf(withMessage(loadedWith(false, 4, 6), five))).toEqual([4, 5, 6])
  expect(idsOf(withMessage(loadedWith(false, 4, 5), five))).toEqual([4, 5])
})

test('withMessage shows the helplines of the message, and keeps them with the next one', () => {
  const helplines = [{ number: '112', name: 'Emergency', text: 'Police and ambulance' }]
  const loaded = withMessage(loadedWith(false, 4), { ...helpMessage(5), helplines })
  expect(loaded.helplines).toEqual(helplines)
  expect(loaded.messages).toEqual([helpMessage(4), helpMessage(5)])
  expect(withMessage(loaded, { ...helpMessage(6), helplines: [] }).helplines).toEqual(helplines)
})
