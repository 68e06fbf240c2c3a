import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildChannel, storedMessages } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { freezeClock } from '../../../test/raw-http.ts'

let server: TestServer
let [asha, channel] = [0, 0]
let token = ''
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  const pair = await buildChannel(server)
  ;[asha = 0] = pair.menteeIds
  channel = pair.channelId
  token = await server.tokenFor(asha)
})

async function dial(personId = asha) {
  const client = await openChatSocket(addressOf(server.app), await server.tokenFor(personId))
  onTestFinished(() => client.socket.terminate())
  return client
}

test.each([
  ['not JSON at all', () => 'not JSON'],
  ['an array', () => '[]'],
  ['nothing', () => 'null'],
  ['an unknown command', () => JSON.stringify({ command: 'delete_everything', channel, authToken: token })],
  ['a command as a number', () => JSON.stringify({ command: 7, channel, authToken: token })],
  ['no channel', () => JSON.stringify({ command: 'join', authToken: token })],
  ['a channel as text', () => JSON.stringify({ command: 'join', channel: `${channel}`, authToken: token })],
  ['a channel that is not an integer', () => JSON.stringify({ command: 'join', channel: 1.5, authToken: token })],
  ['a channel that is too large', () => JSON.stringify({ command: 'join', channel: 1e308, authToken: token })],
  ['a token as a list', () => JSON.stringify({ command: 'join', channel, authToken: [token] })],
  ['a prototype', () => `{"__proto__":{"command":"join"},"constructor":1,"authToken":"${token}"}`],
  ['very deep lists', () => '['.repeat(20_000)],
])('[CHT-05] %s is answered with an error, and the socket and the server keep working', async (_what, frame) => {
  const client = await dial()
  client.raw(frame())
  expect((await client.next('error')).code).toMatch(/^core\.(bad_input|signed_out)$/)
  expect(await client.send(channel, 'Still here')).toMatchObject({ message: 'Still here' })
})

test('[CHT-05] binary, broken and oversized frames close their own socket only', async () => {
  const [binary, broken, large, fine] = [await dial(), await dial(), await dial(), await dial()]
  binary.socket.send(Buffer.from([1, 2, 3]))
  broken.socket.send(Buffer.from([0xc3, 0x28]), { binary: false })
  large.socket.send('x'.repeat(8 * 1024 * 1024))
  expect(await binary.closed).toBe(1003)
  expect(await broken.closed).toBe(1007)
  expect(await large.closed).toBe(1009)
  expect(await fine.send(channel, 'Fine')).toMatchObject({ message: 'Fine' })
})

test('a text of a hundred thousand characters from a member is refused with a code', async () => {
  const client = await dial()
  await client.settle()
  expect(await client.refusedWith({ command: 'send', channel, message: 'x'.repeat(100_000), tempId: 'long' })).toBe(
    'chat.too_long',
  )
  expect(await storedMessages(server, channel)).toEqual([])
})

test('a client that sends pings and never reads the pongs is disconnected', async () => {
  freezeClock()
  const client = await dial()
  await client.settle()
  for (let pings = 0; pings < 500; pings += 1) client.socket.ping()
  expect(await client.closed).toBe(1006)
})

test.each(['@['.repeat(2_000), `@[${'\\'.repeat(3_990)}`, '@[a]('.repeat(800), 'http://'.repeat(570), '('.repeat(4_000)])(
  'text designed to slow the parser down is sent like any other message',
  async (message) => {
    const client = await dial()
    expect((await client.send(channel, message)).message).toBe(message)
  },
)

test.each(['https://evil.test', 'null', 'https://127.0.0.1.evil.test'])(
  '[CHT-05] a page from %s cannot connect',
  async (origin) => {
    await expect(openChatSocket(addressOf(server.app), token, { origin })).rejects.toThrow('403')
  },
)

test('the twenty-first connection of one person closes the oldest', async () => {
  const first = await dial()
  await first.settle()
  const others = await Promise.all(Array.from({ length: 20 }, () => dial()))
  // One after the other, because commands per second are limited.
  for (const client of others) client.say({ command: 'leave', channel })
  expect(await first.closed).toBe(1008)
})

test('a client over the command limit gets an error, and is disconnected if it continues', async () => {
  freezeClock()
  const client = await dial()
  await client.settle()
  for (let sent = 0; sent < 60; sent += 1) client.say({ command: 'leave', channel })
  expect((await client.next('error')).code).toBe('core.too_many')
  for (let sent = 0; sent < 35; sent += 1) client.say({ command: 'leave', channel })
  expect(await client.closed).toBe(1008)
})

test('more than sixty sends per minute are refused, with their temporary id', async () => {
  const own = await startTestServer()
  onTestFinished(own.stop)
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const built = await buildChannel(own)
  const client = await openChatSocket(addressOf(own.app), await own.tokenFor(built.mentorId))
  onTestFinished(() => client.socket.terminate())
  // The minute starts now, and the sends are spread over its seconds.
  freezeClock()
  own.clock.set(new Date(Math.ceil(own.clock.now().getTime() / 60_000) * 60_000))
  for (let sent = 0; sent < 60; sent += 1) {
    if (sent % 10 === 0) own.clock.advance(1)
    await client.send(built.channelId, `number ${sent}`)
  }
  own.clock.advance(1)
  client.say({ command: 'send', channel: built.channelId, message: 'One more', tempId: 'more' })
  expect(await client.next('error')).toMatchObject({ code: 'core.too_many', temp_id: 'more' })
  own.clock.advance(60)
  expect(await client.send(built.channelId, 'After a rest')).toMatchObject({ message: 'After a rest' })
})

test('a plain HTTP request to the socket address is answered with 404', async () => {
  expect((await server.app.inject({ method: 'GET', url: '/ws/chat/' })).statusCode).toBe(404)
})
