import { getProfile } from '@saathi/contract/accounts/calls'
import { getSystemStatus, signIn } from '@saathi/contract/accounts/identity-calls'
import { giveSecondFactor, setFlags, setMaintenance } from '@saathi/contract/accounts/staff-calls'
import { getHealth } from '@saathi/contract/core/calls'
import { listSessions, toggleBookmark } from '@saathi/contract/learning/calls'
import { LiveEvent } from '@saathi/contract/live'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { hashPassword } from '#accounts/public.ts'
import { startTestServer, testEnv, type TestServer, toRequest } from '../../test/harness.ts'
import { buildAuthenticator, markSecondFactor } from '../../test/matrix/second-factor.ts'
import { startRedis } from '../../test/redis.ts'
import { buildApp } from '../app/build-app.ts'
import type { Delivery } from './ctx.ts'
import { redisBus } from './live/redis-bus.ts'

let server: TestServer
let staff: number
beforeEach(async () => {
  server = await startTestServer()
  staff = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, staff)
})
afterEach(() => server.stop())

const close = (underMaintenance = true) => server.ask(staff, setMaintenance, { body: { underMaintenance } })
const hub = { query: {} }

/** A live socket whose frames are collected. */
async function join(personId: number) {
  const { port } = server.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/live/`)
  onTestFinished(() => socket.terminate())
  const frames: LiveEvent[] = []
  socket.on('message', (data) => frames.push(LiveEvent.parse(JSON.parse(data.toString()))))
  await new Promise((resolve) => socket.on('open', resolve))
  socket.send(JSON.stringify({ type: 'core.authenticate', accessToken: await server.tokenFor(personId) }))
  await expect.poll(() => frames.at(-1)?.type).toBe('core.ready')
  return { socket, frames }
}

test('[ACC-28] during maintenance every call of a member answers 503, and works again afterwards', async () => {
  const mentee = await server.buildPerson()
  expect((await server.ask(mentee, getProfile, {})).status).toBe(200)
  expect((await close()).body).toEqual({ underMaintenance: true })
  for (const refused of [
    await server.ask(mentee, getProfile, {}),
    await server.ask(mentee, listSessions, hub),
    await server.ask(mentee, toggleBookmark, { body: { session: 1 } }),
  ]) {
    expect(refused).toMatchObject({ status: 503, body: { code: 'core.maintenance', retry_after_seconds: 30 } })
    expect(refused.headers['retry-after']).toBe('30')
  }
  await close(false)
  expect((await server.ask(mentee, getProfile, {})).status).toBe(200)
})

test('[ACC-28] public calls still answer, and report the maintenance', async () => {
  const email = 'member@saathi.example'
  const password = 'Saathi@2026'
  await server.buildPerson({ email, passwordHash: await hashPassword(password) })
  await close()
  expect((await server.ask(null, getSystemStatus, {})).body.underMaintenance).toBe(true)
  expect((await server.ask(null, getHealth, {})).status).toBe(200)
  expect((await server.ask(null, signIn, { body: { email, password } })).status).toBe(200)
  await close(false)
  expect((await server.ask(null, getSystemStatus, {})).body.underMaintenance).toBe(false)
})

test('[ACC-28] administrators can sign in, provide the second factor and work; other staff must wait', async () => {
  const manager = await server.buildPerson({ role: 'ProgramManager' })
  const [member, colleague] = [await server.buildPerson(), await server.buildPerson({ role: 'Admin' })]
  const app = await buildAuthenticator(server, colleague)
  await close()
  expect((await server.ask(colleague, getProfile, {})).status).toBe(200)
  const flags = { params: { personId: member }, body: { survey: 'use' } } as const
  expect((await server.ask(colleague, setFlags, flags)).status).toBe(403)
  expect((await server.ask(colleague, giveSecondFactor, { body: { code: app.code() } })).status).toBe(200)
  expect((await server.ask(colleague, setFlags, flags)).status).toBe(200)
  expect((await server.ask(manager, getProfile, {})).status).toBe(503)
  expect((await server.ask(colleague, setMaintenance, { body: { underMaintenance: false } })).status).toBe(200)
  expect((await server.ask(manager, getProfile, {})).status).toBe(200)
})

test('[ACC-28] everyone who is signed in gets an event at once, on a socket that stays open', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const sockets = [
    await join(await server.buildPerson()),
    await join(await server.buildPerson({ role: 'Mentor' })),
    await join(staff),
  ]
  await close()
  const maintenance = { message: '', until: null }
  const eventFor = (underMaintenance: boolean) => ({
    type: 'accounts.maintenance_changed',
    underMaintenance,
    ...(underMaintenance && { maintenance }),
  })
  for (const { frames } of sockets) await expect.poll(() => frames.at(-1)).toEqual(eventFor(true))
  const late = await join(await server.buildPerson())
  await close(false)
  for (const { frames, socket } of [...sockets, late]) {
    await expect.poll(() => frames.at(-1)).toEqual(eventFor(false))
    expect(socket.readyState).toBe(WebSocket.OPEN)
  }
})

test('maintenance is reported before anything else, except for a missing or invalid sign-in', async () => {
  const mentee = await server.buildPerson()
  const headers = { authorization: `Bearer ${await server.tokenFor(mentee)}` }
  await close()
  expect((await server.ask(null, getProfile, {})).status).toBe(401)
  const broken = await server.app.inject({ method: 'POST', url: toggleBookmark.path, payload: { session: 'x' }, headers })
  expect(broken.json().code).toBe('core.maintenance')
  await server.db.updateTable('person').set({ disabled_at: server.clock.now() }).where('id', '=', mentee).execute()
  server.app.world.deliver({ to: [mentee], event: { type: 'accounts.profile_changed' } })
  expect((await server.ask(mentee, getProfile, {})).status).toBe(401)
})

test('outside maintenance the check costs calls no extra database query', async () => {
  const mentee = await server.buildPerson()
  const write = () => server.ask(mentee, toggleBookmark, { body: { session: 1 } })
  await write()
  let roundTrips = 0
  server.pool.on('acquire', () => (roundTrips += 1))
  for (let n = 0; n < 20; n += 1) expect((await write()).status).toBe(404)
  server.pool.removeAllListeners('acquire')
  // One transaction each, and the flag is refreshed only every few seconds.
  expect(roundTrips).toBeGreaterThanOrEqual(20)
  expect(roundTrips).toBeLessThan(25)
})

test('every server process is informed at once, and a restarted one knows from its start', async () => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const open = async () => {
    const bus = redisBus(redis.url, () => {})
    // Each process records staff acts in its own folder.
    const dataDir = await mkdtemp(joinPath(tmpdir(), 'saathi-data-'))
    const app = await buildApp({ env: { ...testEnv, dataDir }, db: server.db, clock: server.clock, web: null, bus })
    onTestFinished(async () => {
      await app.close()
      await bus.close()
      await rm(dataDir, { recursive: true, force: true })
    })
    const deliveries: Delivery[] = []
    bus.onDelivery((delivery) => deliveries.push(delivery))
    const expectSwitches = async (times: number) => {
      const switches = () => deliveries.filter(({ event }) => event.type === 'accounts.maintenance_changed')
      await expect.poll(switches).toHaveLength(times)
    }
    return { app, bus, expectSwitches }
  }
  const [one, other] = [await open(), await open()]
  let received = 0
  other.bus.onDelivery(() => (received += 1))
  const probe = { to: [], event: { type: 'accounts.profile_changed' } } as const
  await expect.poll(() => (one.bus.publish(probe), received), { timeout: 40_000 }).toBeGreaterThan(0)

  const mentee = await server.buildPerson()
  const bearer = async (who: number) => ({ authorization: `Bearer ${await server.tokenFor(who)}` })
  const seenBy = async ({ app }: typeof one) => (await app.inject(toRequest(getProfile, {}, await bearer(mentee)))).statusCode
  const switchAt = async ({ app }: typeof one, underMaintenance: boolean) =>
    app.inject(toRequest(setMaintenance, { body: { underMaintenance } }, await bearer(staff)))
  expect([await seenBy(one), await seenBy(other)]).toEqual([200, 200])
  expect((await switchAt(one, true)).statusCode).toBe(200)
  expect(await seenBy(one)).toBe(503)
  await other.expectSwitches(1)
  expect(await seenBy(other)).toBe(503)
  expect(await seenBy(await open())).toBe(503)
  expect((await switchAt(other, false)).statusCode).toBe(200)
  expect(await seenBy(other)).toBe(200)
  await one.expectSwitches(2)
  expect(await seenBy(one)).toBe(200)
})
