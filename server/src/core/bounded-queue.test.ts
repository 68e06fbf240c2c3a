import { expect, test } from 'vitest'
import { boundedQueue } from './bounded-queue.ts'

/** Work that ends on demand, with a manual clock. */
function buildQueue({ atOnce = 1, longestWaitMs = 1000, usualMs = 100 } = {}) {
  let now = 0
  const { inTurn, requireRoom } = boundedQueue({ atOnce, longestWaitMs, usualMs, monotonicMs: () => now })
  const running: (() => void)[] = []
  const begin = () => inTurn(() => new Promise<void>((resolve) => running.push(resolve)))
  /** Lets pending promises settle. */
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  const finish = async (tookMs: number) => {
    await settle()
    now += tookMs
    running.shift()?.()
    await settle()
  }
  return { begin, finish, settle, running, requireRoom }
}

test('runs up to the limit concurrently, and the others in order of arrival', async () => {
  const { begin, finish, settle, running } = buildQueue({ atOnce: 2 })
  const all = [begin(), begin(), begin()]
  await settle()
  expect(running).toHaveLength(2)
  await finish(100)
  expect(running).toHaveLength(2)
  await finish(100)
  await finish(0)
  await expect(Promise.all(all)).resolves.toHaveLength(3)
})

test('refuses work that would wait too long, with the time to retry', async () => {
  const { begin, requireRoom } = buildQueue({ longestWaitMs: 1000, usualMs: 100 })
  expect(requireRoom).not.toThrow()
  const accepted = Array.from({ length: 11 }, begin)
  expect(requireRoom).toThrow('Too many')
  await expect(begin()).rejects.toMatchObject({ code: 'core.too_many', details: { retryAfterSeconds: 1 } })
  expect(accepted).toHaveLength(11)
})

test('allows a shorter queue when work becomes slow, and a longer one when it is fast again', async () => {
  const { begin, finish } = buildQueue({ longestWaitMs: 1000, usualMs: 100 })
  const waitingRoom = async () => {
    const answers = Array.from({ length: 40 }, () =>
      begin().then(
        () => 'done',
        () => 'refused',
      ),
    )
    const counted = Promise.all(answers)
    for (let at = 0; at < 40; at += 1) await finish(0)
    return (await counted).filter((answer) => answer === 'done').length
  }
  for (let at = 0; at < 40; at += 1) {
    const one = begin()
    await finish(1000)
    await one
  }
  const slow = await waitingRoom()
  for (let at = 0; at < 40; at += 1) {
    const one = begin()
    await finish(50)
    await one
  }
  expect(slow).toBeLessThan(4)
  expect(await waitingRoom()).toBeGreaterThan(15)
})

test('a failed task releases its place', async () => {
  const { inTurn } = boundedQueue({ atOnce: 1, longestWaitMs: 1000, usualMs: 10 })
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(inTurn(async () => 'yes')).resolves.toBe('yes')
})
