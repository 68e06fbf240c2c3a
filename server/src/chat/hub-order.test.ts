import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Said } from './hub-notes.ts'
import { inOrder, MISSING_MAX } from './hub-order.ts'
import type { MessageRow } from './message-store.ts'

const rowOf = (id: number): MessageRow => ({
  id,
  channelId: 1,
  senderId: 1,
  tempId: null,
  text: '',
  createdAt: new Date(0),
  isBroadcast: false,
  room: null,
  file: null,
  extra: null,
  mayRetry: false,
  redactedAt: null,
  mentions: [],
})
const saidOf = (id: number): Said => ({ row: rowOf(id), kind: 'pair', previousId: id - 1, readers: [] })
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** All messages up to `count` are committed, as they are by the time that any of them is told. */
function open(count: number, { fails = false } = {}) {
  const handed: number[] = []
  const givenUp: number[] = []
  const reads: Promise<unknown>[] = []
  const order = inOrder({
    hand: ({ row }) => handed.push(row.id),
    findMissing: (_channelId, afterId) => {
      const read = fails
        ? Promise.reject(new Error('away'))
        : Promise.resolve(
            numbers(count)
              .filter((id) => id > afterId)
              .map(rowOf),
          )
      reads.push(read.catch(() => null))
      return read
    },
    giveUp: ({ row }) => givenUp.push(row.id),
  })
  /** One read may begin another. */
  async function settle() {
    for (let seen = -1; seen !== reads.length;) {
      seen = reads.length
      await Promise.all(reads)
    }
  }
  return { order, handed, givenUp, settle }
}

test('whatever order the news come in, each message is handed on once and in the order of numbers', async () => {
  const count = 12
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(numbers(count), { minLength: 1 }), async (heard) => {
      const { order, handed, settle } = open(count)
      order.begin(1, 0)
      for (const id of heard) {
        order.hear(saidOf(id))
        if (id % 3 === 0) await settle()
      }
      await settle()
      expect(handed).toEqual(numbers(Math.max(...heard)))
    }),
  )
})

test('what was said before the place was begun is told late, to those whose line is older than the channel', () => {
  const { order, handed } = open(3)
  order.begin(1, 2)
  for (const id of [3, 2]) order.hear(saidOf(id))
  expect(handed).toEqual([3, 2])
})

describe('said again', () => {
  const again = (id: number): Said => ({ ...saidOf(id), isRepeat: true })

  test('what was handed on is not handed on again', () => {
    const { order, handed } = open(2)
    order.begin(1, 0)
    for (const said of [saidOf(1), saidOf(2), again(1), again(2)]) order.hear(said)
    expect(handed).toEqual([1, 2])
  })

  test('what was never told is told, with all before it', async () => {
    const { order, handed, settle } = open(3)
    order.begin(1, 0)
    order.hear(again(3))
    await settle()
    expect(handed).toEqual([1, 2, 3])
  })

  test('an old one says nothing of where its channel stands', async () => {
    const { order, handed, settle } = open(9)
    order.hear(again(1))
    order.begin(1, 8)
    order.hear(saidOf(9))
    await settle()
    expect(handed).toEqual([1, 9])
  })
})

test('who is answered meanwhile hears the answer after everything that came before it', async () => {
  const { order, handed, settle } = open(5)
  order.begin(1, 0)
  order.hear(saidOf(3))
  order.inTurn(1, () => handed.push(33))
  order.hear(saidOf(5))
  order.inTurn(1, () => handed.push(55))
  await settle()
  expect(handed).toEqual([1, 2, 3, 33, 4, 5, 55])
  order.inTurn(1, () => handed.push(99))
  expect(handed.at(-1)).toBe(99)
})

test('in a channel that is younger than the lines of its members the first are told too, if they come late, and once', async () => {
  const { order, handed, settle } = open(4)
  for (const id of [3, 1, 4, 2]) order.hear(saidOf(id))
  await settle()
  expect(handed.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})

test('where too much is missing, or it cannot be read, people are asked to read again, and the newest is told', async () => {
  const [many, away] = [open(MISSING_MAX + 5), open(5, { fails: true })]
  for (const [{ order, settle }, id] of [
    [many, MISSING_MAX + 5],
    [away, 5],
  ] as const) {
    order.begin(1, 0)
    order.hear(saidOf(id))
    await settle()
  }
  await expect.poll(() => [many.handed, many.givenUp]).toEqual([[MISSING_MAX + 5], [MISSING_MAX + 5]])
  await expect.poll(() => [away.handed, away.givenUp]).toEqual([[5], [5]])
})
