import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildChannel, storedIn } from '../../test/chat-channels.ts'
import { addressOf, dialChat } from '../../test/chat-line.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { stopTheClock } from '../../test/raw-http.ts'

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
  const line = await dialChat(addressOf(server.app), await server.tokenFor(personId))
  onTestFinished(() => line.socket.terminate())
  return line
}

test.each([
  ['not JSON at all', () => 'not JSON'],
  ['an array', () => '[]'],
  ['nothing', () => 'null'],
  ['an unknown command', () => JSON.stringify({ command: 'delete_everything', channel, authToken: token })],
  ['a command as a number', () => JSON.stringify({ command: 7, channel, authToken: token })],
  ['no channel', () => JSON.stringify({ command: 'join', authToken: token })],
  ['a channel as text', () => JSON.stringify({ command: 'join', channel: `${channel}`, authToken: token })],
  ['a channel that is no whole number', () => JSON.stringify({ command: 'join', channel: 1.5, authToken: token })],
  ['a channel beyond all numbers', () => JSON.stringify({ command: 'join', channel: 1e308, authToken: token })],
  ['a token as a list', () => JSON.stringify({ command: 'join', channel, authToken: [token] })],
  ['a prototype', () => `{"__proto__":{"command":"join"},"constructor":1,"authToken":"${token}"}`],
  ['very deep lists', () => '['.repeat(20_000)],
])('[CHT-05] %s is answered by an error, and the line and the server go on', async (_what, frame) => {
  const line = await dial()
  line.raw(frame())
  expect((await line.next('error')).code).toMatch(/^core\.(bad_input|signed_out)$/)
  expect(await line.send(channel, 'Still here')).toMatchObject({ message: 'Still here' })
})

test('[CHT-05] binary, broken and oversized frames close the line, and only that', async () => {
  const [binary, broken, large, fine] = [await dial(), await dial(), await dial(), await dial()]
  binary.socket.send(Buffer.from([1, 2, 3]))
  broken.socket.send(Buffer.from([0xc3, 0x28]), { binary: false })
  large.socket.send('x'.repeat(8 * 1024 * 1024))
  expect(await binary.closed).toBe(1003)
  expect(await broken.closed).toBe(1007)
  expect(await large.closed).toBe(1009)
  expect(await fine.send(channel, 'Fine')).toMatchObject({ message: 'Fine' })
})

test('a hundred thousand characters of somebody who is known are refused by a word', async () => {
  const line = await dial()
  await line.settle()
  expect(await line.refusedWith({ command: 'send', channel, message: 'x'.repeat(100_000), tempId: 'long' })).toBe('chat.too_long')
  expect(await storedIn(server, channel)).toEqual([])
})

test('who asks whether we are there, and never reads the answer, is cut off', async () => {
  stopTheClock()
  const line = await dial()
  await line.settle()
  for (let asked = 0; asked < 500; asked += 1) line.socket.ping()
  expect(await line.closed).toBe(1006)
})

test.each(['@['.repeat(2_000), `@[${'\\'.repeat(3_990)}`, '@[a]('.repeat(800), 'http://'.repeat(570), '('.repeat(4_000)])(
  'text that is made to be slow is a message like any other',
  async (message) => {
    const line = await dial()
    expect((await line.send(channel, message)).message).toBe(message)
  },
)

test.each(['https://evil.test', 'null', 'https://127.0.0.1.evil.test'])('[CHT-05] a page of %s is not let in', async (origin) => {
  await expect(dialChat(addressOf(server.app), token, { origin })).rejects.toThrow('403')
})

test('a twenty-first line of one person makes the oldest give way', async () => {
  const first = await dial()
  await first.settle()
  const others = await Promise.all(Array.from({ length: 20 }, () => dial()))
  // One after the other, as a person would: in one second only so many commands are taken.
  for (const line of others) line.say({ command: 'leave', channel })
  expect(await first.closed).toBe(1008)
})

test('who commands faster than people do is told so, and who goes on is shown out', async () => {
  stopTheClock()
  const line = await dial()
  await line.settle()
  for (let sent = 0; sent < 60; sent += 1) line.say({ command: 'leave', channel })
  expect((await line.next('error')).code).toBe('core.too_many')
  for (let sent = 0; sent < 35; sent += 1) line.say({ command: 'leave', channel })
  expect(await line.closed).toBe(1008)
})

test('beyond sixty sends in a minute the rest is refused, with its temporary id', async () => {
  const own = await startTestServer()
  onTestFinished(own.stop)
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const built = await buildChannel(own)
  const line = await dialChat(addressOf(own.app), await own.tokenFor(built.mentorId))
  onTestFinished(() => line.socket.terminate())
  // The minute begins now, and each second takes its share.
  stopTheClock()
  own.clock.set(new Date(Math.ceil(own.clock.now().getTime() / 60_000) * 60_000))
  for (let sent = 0; sent < 60; sent += 1) {
    if (sent % 10 === 0) own.clock.advance(1)
    await line.send(built.channelId, `number ${sent}`)
  }
  own.clock.advance(1)
  line.say({ command: 'send', channel: built.channelId, message: 'One more', tempId: 'more' })
  expect(await line.next('error')).toMatchObject({ code: 'core.too_many', temp_id: 'more' })
  own.clock.advance(60)
  expect(await line.send(built.channelId, 'After a rest')).toMatchObject({ message: 'After a rest' })
})

test('a plain request to the line is answered like any address that is not there', async () => {
  expect((await server.app.inject({ method: 'GET', url: '/ws/chat/' })).statusCode).toBe(404)
})
