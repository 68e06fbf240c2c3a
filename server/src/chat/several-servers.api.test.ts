import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { plantTalking } from '../../test/chat-people.ts'
import { keepTalking, startTalker } from '../../test/chat-talker.ts'
import { dialChat } from '../../test/chat-line.ts'
import { startTestServer, testEnv, type TestServer } from '../../test/harness.ts'
import { startRedis } from '../../test/redis.ts'
import { spawnServer, startBalancer } from '../../test/several-servers.ts'

let builder: TestServer
let redis: Awaited<ReturnType<typeof startRedis>>
let servers: Awaited<ReturnType<typeof spawnServer>>[]
let balancer: Awaited<ReturnType<typeof startBalancer>>
beforeAll(async () => {
  builder = await startTestServer()
  redis = await startRedis()
  const SAATHI_SECRET = new TextDecoder().decode(testEnv.secret)
  const settings = { DATABASE_URL: builder.url, REDIS_URL: redis.url, SAATHI_SECRET }
  servers = await Promise.all([1, 2, 3].map(() => spawnServer(settings)))
  balancer = await startBalancer(servers.map(({ port }) => port))
})
afterAll(async () => {
  await balancer.stop()
  await Promise.all(servers.map((server) => server.end('SIGTERM')))
  await redis.stop()
  await builder.stop()
})

const portOf = (at: number) => `127.0.0.1:${servers[at]?.port ?? 0}`

test('two people on two servers talk as if on one, and each hears how far the other has read', async () => {
  const [asha, ravi] = await plantTalking(builder.db, { groups: 1, size: 2, secret: testEnv.secret })
  const [channel = 0] = asha?.channels ?? []
  const ashas = await dialChat(portOf(1), asha?.token ?? '')
  const ravis = await dialChat(portOf(2), ravi?.token ?? '')
  for (const line of [ashas, ravis]) {
    line.say({ command: 'join', channel })
    await line.settle()
  }
  const sent = await ashas.send(channel, 'Are you there?')
  expect(await ravis.next('new_message')).toEqual({ ...sent, temp_id: null })
  ravis.say({ command: 'message_seen', channel, message_id: sent.msg_id })
  expect(await ashas.next('update_last_viewed_timestamp')).toMatchObject({ user_id: ravi?.personId, message_id: sent.msg_id })
  await Promise.all([ashas.close(), ravis.close()])
}, 180_000)

test('three servers behind one address: one is killed while all talk, and nobody misses or doubles a message', async () => {
  const talking = await plantTalking(builder.db, { groups: 4, size: 3, secret: testEnv.secret })
  const talkers = talking.map((each) => ({ ...each, talker: startTalker(each, () => balancer.host) }))
  const stopTalking = keepTalking(talkers, 100)
  const acknowledged = () => talkers.reduce((sum, { talker }) => sum + talker.acknowledged.size, 0)
  await vi.waitUntil(() => acknowledged() >= 200, { timeout: 40_000 })
  await servers[0]?.end('SIGKILL')
  await vi.waitUntil(() => acknowledged() >= 600, { timeout: 40_000 })
  // Some lines break by themselves, too.
  for (const { talker } of talkers.slice(0, 4)) talker.drop()
  await vi.waitUntil(() => acknowledged() >= 800, { timeout: 40_000 })
  const said = stopTalking()
  await vi.waitUntil(() => talkers.every(({ talker }) => talker.waiting() === 0), { timeout: 40_000 })

  const channels = new Set(talking.flatMap((each) => each.channels))
  let stored = 0
  for (const channel of channels) {
    const rows = await builder.db
      .selectFrom('chat_message')
      .select('id')
      .where('channel_id', '=', channel)
      .orderBy('id')
      .execute()
    const truth = rows.map(({ id }) => id)
    stored += truth.length
    for (const { talker } of talkers.filter((each) => each.channels.includes(channel))) {
      await vi.waitUntil(() => talker.sees(channel).length === truth.length, { timeout: 40_000 }).catch(() => null)
      expect(talker.sees(channel)).toEqual(truth)
    }
  }
  expect(stored).toBe(said)
  for (const { talker } of talkers) {
    expect(talker.faults()).toEqual({ inversions: 0, strange: 0 })
    talker.close()
  }
}, 120_000)
