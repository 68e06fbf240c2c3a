import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startRedis } from '../../../test/redis.ts'
import { type Bus, processBus } from './bus.ts'
import type { Delivery } from '../ctx.ts'
import { redisBus } from './redis-bus.ts'

const PROBE = 999_999
const bookmark = (session: number): Delivery => ({
  toSignIns: ['one'],
  event: { type: 'learning.bookmark_changed', session, isBookmarked: true },
})

let redis: Awaited<ReturnType<typeof startRedis>>
const open: Bus[] = []
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()))
})

function listen(bus: Bus) {
  open.push(bus)
  const received: number[] = []
  let probes = 0
  let gaps = 0
  bus.onDelivery(({ event }) => {
    if (event.type !== 'learning.bookmark_changed') return
    if (event.session === PROBE) probes += 1
    else received.push(event.session)
  })
  bus.onGap(() => (gaps += 1))
  return { bus, received, probes: () => probes, gaps: () => gaps }
}
type Side = ReturnType<typeof listen>

/** The subscription works once something published by the other side arrives. */
async function waitForSubscription(one: Side, other: Side) {
  const before = one.probes()
  await vi.waitUntil(() => (other.bus.publish(bookmark(PROBE)), one.probes() > before), { timeout: 40_000 })
}

async function connected() {
  const [one, two] = [listen(redisBus(redis.url, () => {})), listen(redisBus(redis.url, () => {}))]
  await waitForSubscription(one, two)
  await waitForSubscription(two, one)
  return { one, two }
}

describe.each([
  ['in one process', () => processBus()],
  ['through Redis', () => redisBus(redis.url, () => {})],
] as const)('the bus %s', (_name, make) => {
  test('delivers a process’s own deliveries at once, in order and once', () => {
    const { bus, received } = listen(make())
    for (const session of [1, 2, 3]) bus.publish(bookmark(session))
    expect(received).toEqual([1, 2, 3])
  })

  test('delivers topic messages only to handlers of that topic', () => {
    const { bus } = listen(make())
    const received: string[] = []
    bus.onTopic('chat', (text) => received.push(text))
    bus.onTopic('another', (text) => received.push(`another: ${text}`))
    for (const text of ['a', 'b']) bus.publishToTopic('chat', text)
    expect(received).toEqual(['a', 'b'])
  })

  test('can be closed twice', async () => {
    const { bus } = listen(make())
    await bus.close()
    await bus.close()
  })
})

describe('between two processes', () => {
  const many = Array.from({ length: 100 }, (_, at) => at + 1)

  test('deliveries arrive complete, in order and once each', async () => {
    const { one, two } = await connected()
    for (const session of many) one.bus.publish(bookmark(session))
    await vi.waitUntil(() => two.received.length >= 100, { timeout: 30_000 })
    expect(two.received).toEqual(many)
    expect(one.received).toEqual(many)
  })

  test('topic messages arrive unchanged, in order with deliveries', async () => {
    const { one, two } = await connected()
    const received: string[] = []
    two.bus.onTopic('chat', (text) => received.push(`${text} after ${two.received.length}`))
    one.bus.publishToTopic('chat', '{"quoted":"\\u0000 नमस्ते"}')
    one.bus.publish(bookmark(1))
    one.bus.publishToTopic('chat', 'second')
    await vi.waitUntil(() => received.length === 2, { timeout: 30_000 })
    expect(received).toEqual(['{"quoted":"\\u0000 नमस्ते"} after 0', 'second after 1'])
  })

  test('the audience of a delivery is preserved: everyone, some people or some sign-ins', async () => {
    const { one, two } = await connected()
    const received: Delivery[] = []
    two.bus.onDelivery((delivery) => delivery.event.type === event.type && received.push(delivery))
    const event = { type: 'accounts.maintenance_changed', underMaintenance: true } as const
    const meant: Delivery[] = [
      { toEveryone: true, event },
      { to: [7], event },
      { toSignIns: ['one'], event },
    ]
    for (const delivery of meant) one.bus.publish(delivery)
    await vi.waitUntil(() => received.length === meant.length, { timeout: 30_000 })
    expect(received).toEqual(meant)
  })

  test('a new subscriber gets a gap event, because it missed earlier deliveries', async () => {
    const late = listen(redisBus(redis.url, () => {}))
    await vi.waitUntil(() => late.gaps() === 1, { timeout: 40_000 })
    await vi.waitUntil(() => late.bus.isConnected(), { timeout: 40_000 })
  })

  test('after an outage of Redis both get a gap event, and deliveries work again', async () => {
    const { one, two } = await connected()
    const before = [one.gaps(), two.gaps()] as const
    await redis.stop()
    await vi.waitUntil(() => !one.bus.isConnected() && !two.bus.isConnected(), { timeout: 40_000 })
    one.bus.publish(bookmark(1))
    expect(one.received).toEqual([1])
    redis = await startRedis(redis.port)
    await vi.waitUntil(() => one.gaps() > before[0] && two.gaps() > before[1], { timeout: 40_000 })
    await waitForSubscription(two, one)
    await vi.waitUntil(() => one.bus.isConnected() && two.bus.isConnected(), { timeout: 40_000 })
    one.bus.publish(bookmark(2))
    // Deliveries published while Redis was stopping may be lost; later ones are not.
    await vi.waitUntil(() => two.received.includes(2), { timeout: 30_000 })
    expect(two.received.at(-1)).toBe(2)
  })

  test('unknown messages are ignored', async () => {
    const { two } = await connected()
    const stranger = new Redis(redis.url)
    const unknown = [
      'x',
      '{}',
      '{"from":"x","to":["1"],"event":{"type":"core.ready"}}',
      '{"from":"x","to":[1],"event":{"type":"unknown"}}',
    ]
    for (const text of [...unknown, JSON.stringify({ from: 'x', ...bookmark(5) })]) await stranger.publish('saathi.live', text)
    await vi.waitUntil(() => two.received.length > 0, { timeout: 30_000 })
    expect(two.received).toEqual([5])
    stranger.disconnect()
  })
})
