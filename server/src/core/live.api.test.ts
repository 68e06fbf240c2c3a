import { endSignIn, listSignIns, signOut } from '@saathi/contract/accounts/identity-calls'
import { LiveEvent } from '@saathi/contract/live'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '../../test/harness.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server.stop())

/** A socket whose frames and end can be waited for one by one. */
function connect(origin?: string) {
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

async function join(personId: number) {
  const line = connect()
  await line.opened
  line.socket.send(JSON.stringify({ type: 'core.authenticate', accessToken: await server.tokenFor(personId) }))
  expect(await line.next()).toEqual({ type: 'core.ready' })
  return line
}

test('a person hears what is meant for them and nothing else', async () => {
  const [asha, ravi] = [await server.buildPerson(), await server.buildPerson()]
  const [ashasLine, ravisLine] = [await join(asha), await join(ravi)]
  server.app.world.deliver({ to: [ravi], event: { type: 'accounts.profile_changed' } })
  server.app.world.deliver({ to: [asha], event: { type: 'learning.bookmark_changed', session: 7, isBookmarked: true } })
  server.app.world.deliver({ to: [ravi], event: { type: 'learning.bookmark_changed', session: 8, isBookmarked: false } })
  expect(await ashasLine.next()).toEqual({ type: 'learning.bookmark_changed', session: 7, isBookmarked: true })
  expect(await ravisLine.next()).toEqual({ type: 'accounts.profile_changed' })
  expect(await ravisLine.next()).toEqual({ type: 'learning.bookmark_changed', session: 8, isBookmarked: false })
})

test('ending a sign-in elsewhere says so on its line, then closes it', async () => {
  const person = await server.buildPerson()
  const line = await join(person)
  const [session] = (await server.ask(person, listSignIns, {})).body.sessions
  await server.ask(person, endSignIn, { params: { sessionId: session?.id ?? '' } })
  expect(await line.next()).toEqual({ type: 'accounts.sign_in_ended' })
  expect(await line.closed).toBe(4001)
})

test('a sign-in that is already over is refused', async () => {
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

test('one line never changes hands', async () => {
  const line = await join(await server.buildPerson())
  line.socket.send(JSON.stringify({ type: 'core.authenticate', accessToken: await server.tokenFor(await server.buildPerson()) }))
  expect(await line.closed).toBe(4001)
})

test.each([
  'not JSON',
  '{}',
  '{"type":"core.authenticate"}',
  '{"type":1}',
  '[]',
  '{"type":"core.authenticate","accessToken":"x","extra":1}',
])('a frame we do not understand closes the line: %s', async (frame) => {
  const line = connect()
  await line.opened
  line.socket.send(frame)
  expect(await line.closed).toBe(1008)
})

test('binary, oversized and forged frames close the line, and the server lives', async () => {
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
  'a page of another origin is not let in: %s',
  async (origin) => {
    expect(await connect(origin).failed).toContain('403')
  },
)

test('a twenty-first line of one person makes the oldest give way', async () => {
  const person = await server.buildPerson()
  const first = await join(person)
  for (let n = 0; n < 20; n += 1) await join(person)
  expect(await first.closed).toBe(1008)
})
