import { findContacts } from '../server/src/chat/filter/find-contacts.ts'
import { heldOutExchanges, knownExchanges, ordinaryMessages } from '../server/test/contacts/corpus.ts'

const LONGEST = 4_000

function timesOf(messages: readonly string[]): number[] {
  for (const message of messages) findContacts(message)
  return messages
    .map((message) => {
      const start = performance.now()
      findContacts(message)
      return performance.now() - start
    })
    .toSorted((a, b) => a - b)
}
const at = (times: readonly number[], share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0

/** Milliseconds for each message, in one process: the mean and the 99th percentile, and the mean of messages of full length. */
export function measureContactFilter() {
  const usual = timesOf([...ordinaryMessages(10_000), ...[...knownExchanges.values(), ...heldOutExchanges.values()].flat(2)])
  const words = ordinaryMessages(2_000).join(' ')
  const long = timesOf(Array.from({ length: 50 }, (_, part) => words.slice(part * 700, part * 700 + LONGEST)))
  return {
    meanMs: usual.reduce((sum, each) => sum + each, 0) / usual.length,
    p99Ms: at(usual, 0.99),
    longMs: at(long, 0.5),
  }
}
