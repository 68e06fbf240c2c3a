import { getProfile } from '@saathi/contract/accounts/calls'
import { endSignIn, listSignIns, signOut } from '@saathi/contract/accounts/identity-calls'
import { LiveEvent } from '@saathi/contract/live'
import { once } from 'node:events'
import { type AddressInfo, connect as dial } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { key, rawRequest, upgrade, version } from '../../../test/raw-http.ts'
import { processBus } from './bus.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())

/** A socket whose frames and close code can be awaited. */
function connect(origin?: string, { app }: Pick<TestServer, 'app'> = server) {
  const { port } = app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/live/`, origin ? { origin } : {})
  const frames: LiveEvent[] = []
  const waiting: ((frame: LiveEvent) => void)[] = []
  socket.on('message', (data) => {
    const frame = LiveEvent.parse(JSON.parse(data.toString()))
    const next = waiting.shift()
    if (next) next(frame)
    else frames.push(frame)
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const failed = new Promise<string>((resolve) => socket.on('error', (error) => resolve(error.message)))
  const opened = new Promise<void>((resolve) => socket.on('open', resolve))
  const next = () => {
    const frame = frames.shift()
    return frame ? Promise.resolve(frame) : new Promise<LiveEvent>((resolve) => waiting.push(resolve))
  }
  return { socket, closed, failed, opened, next }
}

const hello = async (personId: number, { tokenFor }: TestServer = server) =>
  JSON.stringify({ type: 'core.authenticate', accessToken: await tokenFor(personId) })

async function join(personId: number, at: TestServer = server) {
  const line = connect(undefined, at)
  await line.opened
  line.socket.send(await hello(personId, at))
  expect(await line.next()).toEqual({ type: 'core.ready' })
  return line
}

test('a client that sends very many pings is disconnected', async () => {
  const line = await join(await server.buildPerson())
  for (let count = 0; count < 500; count += 1) line.socket.ping()
  expect(await line.closed).toBe(1006)
})

test('people receive only the events meant for them', async () => {
  const [asha, ravi] = [await server.buildPerson(), await server.buildPerson()]
  const [ashasLine, ravisLine] = [await join(asha), await join(ravi)]
  server.app.world.deliver({ to: [ravi], event: { type: 'accounts.profile_changed' } })
  server.app.world.deliver({ to: [asha], event: { type: 'learning.bookmark_changed', session: 7, isBookmarked: true } })
  server.app.world.deliver({ to: [ravi], event: { type: 'learning.bookmark_changed', session: 8, isBookmarked: false } })
  expect(await ashasLine.next()).toEqual({ type: 'learning.bookmark_changed', session: 7, isBookmarked: true })
  expect(await ravisLine.next()).toEqual({ type: 'accounts.profile_changed' })
  expect(await ravisLine.next()).toEqual({ type: 'learning.bookmark_changed', session: 8, isBookmarked: false })
})

test('ending a sign-in elsewhere sends an event to its socket and closes it', async () => {
  const person = await server.buildPerson()
  const line = await join(person)
  const [session] = (await server.ask(person, listSignIns, {})).body.sessions
  await server.ask(person, endSignIn, { params: { sessionId: session?.id ?? '' } })
  expect(await line.next()).toEqual({ type: 'accounts.sign_in_ended' })
  expect(await line.closed).toBe(4001)
})

test('an ended sign-in is refused', async () => {
  const person = await server.buildPerson()
  const token = await server.tokenFor(person)
  const [session] = (await server.ask(person, listSignIns, {})).body.sessions
  await server.ask(person, endSignIn, { params: { sessionId: session?.id ?? '' } })
  const line = connect()
  await line.opened
  line.socket.send(JSON.stringify({ type: 'core.authenticate', accessToken: token }))
  expect(await line.next()).toEqual({ type: 'core.refused', code: 'core.signed_out' })
  expect(await line.closed).toBe(4001)
  await server.ask(null, signOut, { body: {} })
})

test('a sign-in that ends just before its socket is registered is refused', async () => {
  const person = await server.buildPerson()
  const { identity } = server.app
  const { findActor } = identity
  onTestFinished(() => void (identity.findActor = findActor))
  const line = connect()
  await line.opened
  const frame = await hello(person)
  identity.findActor = async (...args) => {
    identity.findActor = findActor
    const actor = await findActor(...args)
    await server.ask(person, endSignIn, { params: { sessionId: args[1].sessionId } })
    return actor
  }
  line.socket.send(frame)
  expect(await line.next()).toEqual({ type: 'core.refused', code: 'core.signed_out' })
  expect(await line.closed).toBe(4001)
})

test('after a gap, sockets of ended sign-ins are closed and the others stay', async () => {
  const gaps: (() => void)[] = []
  const other = await startTestServer({}, { bus: { ...processBus(), onGap: (handler) => void gaps.push(handler) } })
  onTestFinished(other.stop)
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const [asha, ravi] = [await other.buildPerson(), await other.buildPerson()]
  const [ashas, ravis] = [await join(asha, other), await join(ravi, other)]
  const over = { ended_at: other.clock.now(), end_reason: 'ended_elsewhere' }
  await other.db.updateTable('sign_in').set(over).where('person_id', '=', asha).execute()
  for (const onGap of gaps) onGap()
  expect(await ashas.next()).toEqual({ type: 'core.ready' })
  expect(await ashas.next()).toEqual({ type: 'accounts.sign_in_ended' })
  expect(await ashas.closed).toBe(4001)
  expect(await ravis.next()).toEqual({ type: 'core.ready' })
  other.app.world.deliver({ to: [ravi], event: { type: 'accounts.profile_changed' } })
  expect(await ravis.next()).toEqual({ type: 'accounts.profile_changed' })
})

test('a socket cannot change to another sign-in', async () => {
  const line = await join(await server.buildPerson())
  line.socket.send(await hello(await server.buildPerson()))
  expect(await line.closed).toBe(4001)
})

test.each([
  'not JSON',
  '{}',
  '{"type":"core.authenticate"}',
  '{"type":1}',
  '[]',
  '{"type":"core.authenticate","accessToken":"x","extra":1}',
])('an unknown frame closes the socket: %s', async (frame) => {
  const line = connect()
  await line.opened
  line.socket.send(frame)
  expect(await line.closed).toBe(1008)
})

test('binary, oversized and forged frames close the socket, and the server survives', async () => {
  const [binary, large, forged] = [connect(), connect(), connect()]
  await Promise.all([binary.opened, large.opened, forged.opened])
  binary.socket.send(Buffer.from([1, 2, 3]))
  large.socket.send('x'.repeat(70 * 1024))
  forged.socket.send(JSON.stringify({ type: 'core.authenticate', accessToken: 'a.b.c' }))
  expect(await binary.closed).toBe(1003)
  expect(await large.closed).toBe(1009)
  expect(await forged.closed).toBe(4001)
  await join(await server.buildPerson())
})

test.each(['https://evil.test', 'null', 'https://127.0.0.1.evil.test'])(
  'a page of another origin is refused: %s',
  async (origin) => {
    expect(await connect(origin).failed).toContain('403')
  },
)

test('the twenty-first socket of one person closes the oldest', async () => {
  const person = await server.buildPerson()
  const first = await join(person)
  for (let n = 0; n < 20; n += 1) await join(person)
  expect(await first.closed).toBe(1008)
})

test('a client that floods its socket is disconnected after a few lookups, and nobody else waits', async () => {
  const [flooder, other] = [await server.buildPerson(), await server.buildPerson()]
  const { identity } = server.app
  const { findActor } = identity
  onTestFinished(() => void (identity.findActor = findActor))
  let lookups = 0
  identity.findActor = (db, claims, now) => {
    if (claims.personId === flooder) lookups += 1
    return findActor(db, claims, now)
  }
  const line = await join(flooder)
  const frame = await hello(flooder)
  for (let sent = 0; sent < 20_000; sent += 1) line.socket.send(frame)
  expect((await server.ask(other, getProfile, {})).status).toBe(200)
  expect(await line.closed).toBe(1008)
  expect(lookups).toBeLessThanOrEqual(10)
})

test('a token renewed while the first is being checked is accepted too', async () => {
  const person = await server.buildPerson()
  const line = connect()
  await line.opened
  const frame = await hello(person)
  for (let sent = 0; sent < 3; sent += 1) line.socket.send(frame)
  expect(await line.next()).toEqual({ type: 'core.ready' })
  server.app.world.deliver({ to: [person], event: { type: 'accounts.profile_changed' } })
  expect(await line.next()).toEqual({ type: 'accounts.profile_changed' })
})

/** A client frame with a mask of zeros. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]), payload])
}

test('of two hundred sockets opened at once by one person twenty stay, even if none answers the close frame', async () => {
  const own = await startTestServer()
  onTestFinished(own.stop)
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const frame = frameOf(await hello(await own.buildPerson(), own))
  const { port } = own.app.server.address() as AddressInfo
  const lines = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = dial(port, '127.0.0.1')
      socket.write(rawRequest('GET /ws/live/', ...upgrade, version, key))
      await once(socket, 'data')
      return socket
    }),
  )
  onTestFinished(() => lines.forEach((socket) => socket.destroy()))
  for (const socket of lines) socket.write(frame)
  await expect.poll(() => own.app.openSockets().length, { timeout: 40_000 }).toBe(20)
})
