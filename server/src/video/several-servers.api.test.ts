import { giveConsent } from '@saathi/contract/video/calls'
import type { VideoCommand } from '@saathi/contract/video/socket'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redisBus } from '#core/redis-bus.ts'
import { startTestServer, testEnv, type TestServer } from '../../test/harness.ts'
import { startRedis } from '../../test/redis.ts'
import { spawnServer } from '../../test/several-servers.ts'
import { buildCall, enterCall, tokenForCall } from '../../test/video-caller.ts'
import { staysIn } from '../../test/video-rooms.ts'

let builder: TestServer
let redis: Awaited<ReturnType<typeof startRedis>>
let servers: Awaited<ReturnType<typeof spawnServer>>[]
let bus: ReturnType<typeof redisBus>
beforeAll(async () => {
  redis = await startRedis()
  bus = redisBus(redis.url, () => {})
  builder = await startTestServer({}, { bus })
  const SAATHI_SECRET = new TextDecoder().decode(testEnv.secret)
  const settings = { DATABASE_URL: builder.url, REDIS_URL: redis.url, SAATHI_SECRET }
  servers = await Promise.all([1, 2, 3].map(() => spawnServer(settings)))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')))
  await builder.stop()
  await bus.close()
  await redis.stop()
})

const portOf = (at: number) => `127.0.0.1:${servers[at]?.port ?? 0}`
const offer = (to: string): VideoCommand => ({ type: 'signal', to, data: { description: { type: 'offer', sdp: 'v=0' } } })

/** Each by another server. */
async function threeIn() {
  const call = await buildCall(builder, { mentees: 2 })
  const [first = 0, second = 0] = call.menteeIds
  const enter = async (at: number, personId: number, resume: string | null = null) =>
    enterCall(portOf(at), await tokenForCall(builder, personId, call.room), { resume, canRecord: true })
  const meera = await enter(0, call.mentorId)
  const arjun = await enter(1, first)
  const divya = await enter(2, second)
  const all = [meera, arjun, divya]
  for (const line of all) await line.seesOnly(...all.map(({ peerId }) => peerId))
  return { call, first, second, enter, meera, arjun, divya, all }
}

test('[VID-04] three people on three servers are in one call: each sees all, and is reached by all', async () => {
  const { all, meera, arjun, divya, call } = await threeIn()
  for (const from of all) {
    for (const to of all) {
      if (from === to) continue
      from.say(offer(to.peerId))
      expect(await to.next('signal')).toMatchObject({ from: from.peerId })
    }
  }
  meera.say({ type: 'caption', text: 'Namaste', isFinal: true, language: 'en' })
  for (const line of [arjun, divya]) expect(await line.next('caption')).toMatchObject({ from: meera.peerId, text: 'Namaste' })
  for (const personId of [call.mentorId, ...call.menteeIds]) {
    await builder.ask(personId, giveConsent, { params: { id: call.room }, body: { consent: true } })
  }
  for (const line of all) await line.next('recording', ({ recording }) => recording.state === 'running')
  await builder.ask(call.menteeId, giveConsent, { params: { id: call.room }, body: { consent: false } })
  for (const line of all) await line.next('recording', ({ recording }) => recording.state === 'waiting')
}, 180_000)

test('[VID-05] who comes back by another server is reached there, also while the line before seems open', async () => {
  const { first, enter, meera, arjun } = await threeIn()
  const again = await enter(0, first, arjun.peerId)
  expect(again).toMatchObject({ peerId: arjun.peerId, isResumed: true })
  expect(await arjun.closed).toBe(4004)
  meera.say(offer(again.peerId))
  expect(await again.next('signal')).toMatchObject({ from: meera.peerId })
}, 180_000)

test('[VID-05] a server is killed: who was on it comes back by another, and who does not is lost by the pulse of the others', async () => {
  const { call, second, enter, meera, arjun, divya } = await threeIn()
  await servers[2]?.end('SIGKILL')
  const again = await enter(1, second, divya.peerId)
  expect(again).toMatchObject({ peerId: divya.peerId, isResumed: true })
  again.say(offer(meera.peerId))
  expect(await meera.next('signal')).toMatchObject({ from: divya.peerId })

  await servers[1]?.end('SIGKILL')
  // As if the twenty seconds were over; nobody says of them any more that they are there.
  await builder.db
    .updateTable('video_participant')
    .set({ seen_at: new Date(builder.clock.now().getTime() - 21_000) })
    .where('id', 'in', [arjun.peerId, divya.peerId])
    .execute()
  await meera.seesOnly(meera.peerId)
  expect((await staysIn(builder, call.room)).map(({ leftReason }) => leftReason)).toEqual([null, 'lost', 'lost'])
}, 180_000)
