import { describe, expect, test } from 'vitest'
import { heldOutExchanges, knownExchanges, ordinaryConversations, ordinaryMessages } from '../../../test/contacts/corpus.ts'
import { BUSY_MS, processorMs } from '../../../test/processor-time.ts'
import { completesNumber, findContacts, mayBePart } from './find-contacts.ts'

/** As the writer of chat does: each message alone, then with those before. */
const isFound = (messages: readonly string[]): boolean =>
  messages.some((message, at) => findContacts(message).length > 0 || completesNumber(message, messages.slice(0, at)))
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`

function missedOf(exchanges: ReadonlyMap<string, string[][]>, what: string) {
  const all = [...exchanges.values()].flat()
  const missed = all.filter((messages) => !isFound(messages))
  process.stdout.write(`contacts, ${what}: found ${percent(all.length - missed.length, all.length)}\n`)
  return { share: missed.length / all.length, missed, count: all.length }
}

describe('the corpus', () => {
  test('has 400 exchanges in eight ways of writing, and a held-out part of 100', () => {
    const [known, heldOut] = [[...knownExchanges.values()].flat(), [...heldOutExchanges.values()].flat()]
    expect(known.length + heldOut.length).toBeGreaterThanOrEqual(400)
    expect(heldOut.length).toBeGreaterThanOrEqual(100)
    expect([...heldOutExchanges.keys()].toSorted()).toEqual(['bn', 'en', 'hi', 'hi-latn', 'kn', 'mr', 'ta', 'te'])
    expect([...knownExchanges.keys()].toSorted()).toEqual([...heldOutExchanges.keys()].toSorted())
  })

  test('[SAF-12] 95 % of the exchanges that the filter was written for are found', () => {
    const { share, missed } = missedOf(knownExchanges, 'known')
    expect(share, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(0.05)
  })

  /** Those missed are not listed, so that nobody tunes the filter to them. */
  test('[SAF-12] 95 % are found of those that the filter was not written for, and of all', () => {
    const heldOut = missedOf(heldOutExchanges, 'held out')
    const known = missedOf(knownExchanges, 'known')
    expect(heldOut.share).toBeLessThanOrEqual(0.05)
    expect((heldOut.missed.length + known.missed.length) / (heldOut.count + known.count)).toBeLessThanOrEqual(0.05)
  })

  test('[SAF-12] at most 1 % of 10,000 ordinary messages are false alarms', () => {
    const messages = ordinaryMessages(10_000)
    const alarming = messages.filter((message) => findContacts(message).length > 0)
    process.stdout.write(`contacts, ordinary: false alarms ${percent(alarming.length, messages.length)}\n`)
    expect(messages).toHaveLength(10_000)
    expect(alarming.length, alarming.join('\n')).toBeLessThanOrEqual(100)
  })

  test('[SAF-12] consecutive ordinary messages do not count as the parts of a number', () => {
    expect(ordinaryConversations.filter(isFound)).toEqual([])
  })
})

test.each([
  ['call 9876543210', ['phone']],
  ['@[Asha 9](98) hello', []],
  ['asha@gmail.com', ['email']],
  ['wa.me/919876543210', ['phone', 'link']],
  ['whatsapp karo', ['messenger']],
  ['give me your number', ['request']],
  ['', []],
  ['\ud800', []],
])('%j shares %j', (message, kinds) => {
  expect(findContacts(message)).toEqual(kinds)
})

test('only short messages with a few digits may be parts of a number', () => {
  expect(['98765', 'and 43210', '9876543210', 'at 5:30', '₹500', 'page 45', 'hello'].map(mayBePart)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

test.each([
  '9 ',
  'nine ',
  'double ',
  'ninety ',
  '@a',
  'a@',
  'at gmail dot ',
  'insta ',
  'your number ',
  't.me',
  '+',
  '9-',
  'ஒன்பது ',
  '(dot)',
  '\u200b',
])('a long text of %j is checked quickly', (word) => {
  expect(processorMs(() => findContacts(word.repeat(25_000)))).toBeLessThan(BUSY_MS)
})
