import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CommittedMessage } from '../server-events.ts'
import { messageOrder, MISSING_MAX } from './message-order.ts'
import { type MessageRow, noGestures } from '../message-store.ts'

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
  ...noGestures,
})
const committed = (id: number): CommittedMessage => ({ row: rowOf(id), kind: 'pair', previousId: id - 1, readers: [] })
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** All messages up to `count` are committed before any of them is published. */
function open(count: number, { fails = false } = {}) {
  const delivered: number[] = []
  const reloads: number[] = []
  const reads: Promise<unknown>[] = []
  const order = messageOrder({
    deliver: ({ row }) => delivered.push(row.id),
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
    requestReload: ({ row }) => reloads.push(row.id),
  })
  /** Waits twice, because one read may start another. */
  async function settle() {
    for (let seen = -1; seen !== reads.length;) {
      seen = reads.length
      await Promise.all(reads)
    }
  }
  return { order, delivered, reloads, settle }
}

test('delivers each message once and in the order of ids, however they arrive', async () => {
  const count = 12
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(numbers(count), { minLength: 1 }), async (received) => {
      const { order, delivered, settle } = open(count)
      order.startAt(1, 0)
      for (const id of received) {
        order.receive(committed(id))
        if (id % 3 === 0) await settle()
      }
      await settle()
      expect(delivered).toEqual(numbers(Math.max(...received)))
    }),
  )
})

test('delivers messages from before startAt late, for connections that are older than the channel', () => {
  const { order, delivered } = open(3)
  order.startAt(1, 2)
  for (const id of [3, 2]) order.receive(committed(id))
  expect(delivered).toEqual([3, 2])
})

describe('a repeated message', () => {
  const again = (id: number): CommittedMessage => ({ ...committed(id), isRepeat: true })

  test('is not delivered twice', () => {
    const { order, delivered } = open(2)
    order.startAt(1, 0)
    for (const message of [committed(1), committed(2), again(1), again(2)]) order.receive(message)
    expect(delivered).toEqual([1, 2])
  })

  test('is delivered with all before it if it was never published', async () => {
    const { order, delivered, settle } = open(3)
    order.startAt(1, 0)
    order.receive(again(3))
    await settle()
    expect(delivered).toEqual([1, 2, 3])
  })

  test('does not set the position of its channel', async () => {
    const { order, delivered, settle } = open(9)
    order.receive(again(1))
    order.startAt(1, 8)
    order.receive(committed(9))
    await settle()
    expect(delivered).toEqual([1, 9])
  })
})

test('afterGap runs after the delivery of all earlier messages', async () => {
  const { order, delivered, settle } = open(5)
  order.startAt(1, 0)
  order.receive(committed(3))
  order.afterGap(1, () => delivered.push(33))
  order.receive(committed(5))
  order.afterGap(1, () => delivered.push(55))
  await settle()
  expect(delivered).toEqual([1, 2, 3, 33, 4, 5, 55])
  order.afterGap(1, () => delivered.push(99))
  expect(delivered.at(-1)).toBe(99)
})

test('delivers the first messages of a channel that is younger than its members’ connections once, even if they come late', async () => {
  const { order, delivered, settle } = open(4)
  for (const id of [3, 1, 4, 2]) order.receive(committed(id))
  await settle()
  expect(delivered.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})

test('requests a reload and delivers the newest message if the gap is too large or cannot be read', async () => {
  const [many, away] = [open(MISSING_MAX + 5), open(5, { fails: true })]
  for (const [{ order, settle }, id] of [
    [many, MISSING_MAX + 5],
    [away, 5],
  ] as const) {
    order.startAt(1, 0)
    order.receive(committed(id))
    await settle()
  }
  await expect.poll(() => [many.delivered, many.reloads]).toEqual([[MISSING_MAX + 5], [MISSING_MAX + 5]])
  await expect.poll(() => [away.delivered, away.reloads]).toEqual([[5], [5]])
})
