import { expect, test } from 'vitest'
import { boundedQueue } from './bounded-queue.ts'

/** Work that ends on demand, with a manual clock. */
function buildQueue({ concurrency = 1, maxWaitMs = 1000, estimatedMs = 100 } = {}) {
  let now = 0
  const { enqueue, requireCapacity } = boundedQueue({ concurrency, maxWaitMs, estimatedMs, monotonicMs: () => now })
  const running: (() => void)[] = []
  const begin = () => enqueue(() => new Promise<void>((resolve) => running.push(resolve)))
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
  return { begin, finish, settle, running, requireCapacity }
}

test('runs up to the limit concurrently, and the others in order of arrival', async () => {
  const { begin, finish, settle, running } = buildQueue({ concurrency: 2 })
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
  const { begin, requireCapacity } = buildQueue({ maxWaitMs: 1000, estimatedMs: 100 })
  expect(requireCapacity).not.toThrow()
  const accepted = Array.from({ length: 11 }, begin)
  expect(requireCapacity).toThrow('Too many')
  await expect(begin()).rejects.toMatchObject({ code: 'core.too_many', details: { retryAfterSeconds: 1 } })
  expect(accepted).toHaveLength(11)
})

test('allows a shorter queue when work becomes slow, and a longer one when it is fast again', async () => {
  const { begin, finish } = buildQueue({ maxWaitMs: 1000, estimatedMs: 100 })
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
  const { enqueue } = boundedQueue({ concurrency: 1, maxWaitMs: 1000, estimatedMs: 10 })
  await expect(enqueue(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(enqueue(async () => 'yes')).resolves.toBe('yes')
})
