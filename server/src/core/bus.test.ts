import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startRedis } from '../../test/redis.ts'
import { type Bus, processBus } from './bus.ts'
import type { Delivery } from './ctx.ts'
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
  const heard: number[] = []
  let probes = 0
  let gaps = 0
  bus.onDelivery(({ event }) => {
    if (event.type !== 'learning.bookmark_changed') return
    if (event.session === PROBE) probes += 1
    else heard.push(event.session)
  })
  bus.onGap(() => (gaps += 1))
  return { bus, heard, probes: () => probes, gaps: () => gaps }
}
type Side = ReturnType<typeof listen>

/** A subscription is there once something that the other side published arrives. */
async function hears(one: Side, other: Side) {
  const before = one.probes()
  await vi.waitUntil(() => (other.bus.publish(bookmark(PROBE)), one.probes() > before), { timeout: 40_000 })
}

async function connected() {
  const [one, two] = [listen(redisBus(redis.url, () => {})), listen(redisBus(redis.url, () => {}))]
  await hears(one, two)
  await hears(two, one)
  return { one, two }
}

describe.each([
  ['in one process', () => processBus()],
  ['through Redis', () => redisBus(redis.url, () => {})],
] as const)('the bus %s', (_name, make) => {
  test('brings one’s own deliveries at once, in order and once', () => {
    const { bus, heard } = listen(make())
    for (const session of [1, 2, 3]) bus.publish(bookmark(session))
    expect(heard).toEqual([1, 2, 3])
  })

  test('brings what a room tells itself to that room alone', () => {
    const { bus } = listen(make())
    const heard: string[] = []
    bus.onTold('chat', (text) => heard.push(text))
    bus.onTold('another', (text) => heard.push(`another: ${text}`))
    for (const text of ['a', 'b']) bus.tell('chat', text)
    expect(heard).toEqual(['a', 'b'])
  })

  test('can be closed twice', async () => {
    const { bus } = listen(make())
    await bus.close()
    await bus.close()
  })
})

describe('between two processes', () => {
  const many = Array.from({ length: 100 }, (_, at) => at + 1)

  test('deliveries arrive whole, in order, once each', async () => {
    const { one, two } = await connected()
    for (const session of many) one.bus.publish(bookmark(session))
    await vi.waitUntil(() => two.heard.length >= 100, { timeout: 30_000 })
    expect(two.heard).toEqual(many)
    expect(one.heard).toEqual(many)
  })

  test('what a room tells itself arrives as it was said, in one order with deliveries', async () => {
    const { one, two } = await connected()
    const heard: string[] = []
    two.bus.onTold('chat', (text) => heard.push(`${text} after ${two.heard.length}`))
    one.bus.tell('chat', '{"quoted":"\\u0000 नमस्ते"}')
    one.bus.publish(bookmark(1))
    one.bus.tell('chat', 'second')
    await vi.waitUntil(() => heard.length === 2, { timeout: 30_000 })
    expect(heard).toEqual(['{"quoted":"\\u0000 नमस्ते"} after 0', 'second after 1'])
  })

  test('what is meant for everyone, for some people or for some sign-ins arrives as that', async () => {
    const { one, two } = await connected()
    const heard: Delivery[] = []
    two.bus.onDelivery((delivery) => delivery.event.type === event.type && heard.push(delivery))
    const event = { type: 'accounts.maintenance_changed', underMaintenance: true } as const
    const meant: Delivery[] = [
      { toEveryone: true, event },
      { to: [7], event },
      { toSignIns: ['one'], event },
    ]
    for (const delivery of meant) one.bus.publish(delivery)
    await vi.waitUntil(() => heard.length === meant.length, { timeout: 30_000 })
    expect(heard).toEqual(meant)
  })

  test('one that begins to listen is told to read again: what was said before that it has not heard', async () => {
    const late = listen(redisBus(redis.url, () => {}))
    await vi.waitUntil(() => late.gaps() === 1, { timeout: 40_000 })
    await vi.waitUntil(() => late.bus.isWhole(), { timeout: 40_000 })
  })

  test('when Redis was away both are told to read again, and pushes flow anew', async () => {
    const { one, two } = await connected()
    const before = [one.gaps(), two.gaps()] as const
    await redis.stop()
    await vi.waitUntil(() => !one.bus.isWhole() && !two.bus.isWhole(), { timeout: 40_000 })
    one.bus.publish(bookmark(1))
    expect(one.heard).toEqual([1])
    redis = await startRedis(redis.port)
    await vi.waitUntil(() => one.gaps() > before[0] && two.gaps() > before[1], { timeout: 40_000 })
    await hears(two, one)
    await vi.waitUntil(() => one.bus.isWhole() && two.bus.isWhole(), { timeout: 40_000 })
    one.bus.publish(bookmark(2))
    // What was said while Redis went away may or may not have got through; what is said now does.
    await vi.waitUntil(() => two.heard.includes(2), { timeout: 30_000 })
    expect(two.heard.at(-1)).toBe(2)
  })

  test('what nobody understands is passed over', async () => {
    const { two } = await connected()
    const stranger = new Redis(redis.url)
    const unknown = [
      'x',
      '{}',
      '{"from":"x","to":["1"],"event":{"type":"core.ready"}}',
      '{"from":"x","to":[1],"event":{"type":"unknown"}}',
    ]
    for (const text of [...unknown, JSON.stringify({ from: 'x', ...bookmark(5) })]) await stranger.publish('saathi.live', text)
    await vi.waitUntil(() => two.heard.length > 0, { timeout: 30_000 })
    expect(two.heard).toEqual([5])
    stranger.disconnect()
  })
})
