import { compileWire } from '@saathi/contract/core/wire'
import { listSessions, toggleBookmark } from '@saathi/contract/learning/calls'
import { LiveEvent } from '@saathi/contract/live'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, testEnv, type TestServer } from '../../test/harness.ts'
import { buildSession } from '../../test/hub-sessions.ts'
import { startRedis } from '../../test/redis.ts'
import { spawnServer, startBalancer } from '../../test/several-servers.ts'

const { fromWire } = compileWire(listSessions.reply)
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

/** A browser in small: it believes pushes, and reads again whenever the line says it is ready. */
async function openBrowser(personId: number) {
  const token = await builder.tokenFor(personId)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let bookmarked = new Set<number>()
  let isWanted = true
  let readies = 0
  let socket: WebSocket

  const ask = async (
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<unknown> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await fetch(`http://${balancer.host}${path}`, { ...init, headers: { ...headers, ...init.headers } })
        if (response.ok) return await response.json()
        throw new Error(`answered ${response.status}`)
      } catch (error) {
        if (attempt === 20) throw error
      }
    }
  }
  async function readAgain() {
    const reply = listSessions.reply.parse(fromWire(await ask(`${listSessions.path}?bookmark`), 'refuse'))
    bookmarked = new Set(reply.sessions.map(({ id }) => id))
  }
  function open() {
    socket = new WebSocket(`ws://${balancer.host}/ws/live/`)
    socket.on('open', () => socket.send(JSON.stringify({ type: 'core.authenticate', accessToken: token })))
    socket.on('message', (data) => {
      const event = LiveEvent.parse(JSON.parse(data.toString()))
      if (event.type === 'core.ready') void readAgain().then(() => (readies += 1))
      if (event.type !== 'learning.bookmark_changed') return
      if (event.isBookmarked) bookmarked.add(event.session)
      else bookmarked.delete(event.session)
    })
    socket.on('error', () => {})
    socket.on('close', () => isWanted && open())
  }
  open()
  await vi.waitUntil(() => readies > 0, { timeout: 40_000 })
  return {
    toggle: (session: number) =>
      ask(toggleBookmark.path, {
        method: 'POST',
        body: JSON.stringify({ session }),
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    sees: () => [...bookmarked].toSorted((a, b) => a - b),
    close() {
      isWanted = false
      socket.close()
    },
  }
}

test('three servers behind one address: one is killed, and every browser still sees what is true', async () => {
  const sessions = await Promise.all(Array.from({ length: 4 }, () => buildSession(builder).then(({ id }) => id)))
  const people = await Promise.all(Array.from({ length: 6 }, () => builder.buildPerson()))
  const pairs = await Promise.all(people.map(async (id) => ({ id, tabs: await Promise.all([openBrowser(id), openBrowser(id)]) })))

  const toggleAll = (round: number) =>
    Promise.all(pairs.map(async ({ tabs }, at) => tabs[round % 2]?.toggle(sessions[(at + round) % sessions.length] ?? 0)))
  await toggleAll(0)
  const going = (async () => {
    for (let round = 1; round <= 8; round += 1) await toggleAll(round)
  })()
  await servers[0]?.end('SIGKILL')
  await going

  for (const { id, tabs } of pairs) {
    const rows = await builder.db
      .selectFrom('bookmark')
      .select('session_id')
      .where('person_id', '=', id)
      .orderBy('session_id')
      .execute()
    const truth = rows.map(({ session_id }) => session_id)
    for (const tab of tabs) {
      await vi.waitUntil(() => JSON.stringify(tab.sees()) === JSON.stringify(truth), { timeout: 40_000 }).catch(() => null)
      expect(tab.sees()).toEqual(truth)
      tab.close()
    }
  }
}, 180_000)
