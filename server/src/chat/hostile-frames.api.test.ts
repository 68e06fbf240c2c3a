import { once } from 'node:events'
import { connect as dialPlain, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { buildChannel, type BuiltChannel, plantMessages, storedIn } from '../../test/chat-channels.ts'
import { addressOf, dialChat, type Words } from '../../test/chat-line.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { key, rawRequest, upgrade, version } from '../../test/raw-http.ts'
import { chatWriter } from './writer.ts'

let server: TestServer
let pair: BuiltChannel
let [asha, channel] = [0, 0]
let token = ''
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  pair = await buildChannel(server)
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

const sendOf = (attachments: string) =>
  `{"command":"send","channel":${channel},"message":"","tempId":"many","authToken":"${token}","attachments":${attachments}}`

describe('a frame of very many parts', () => {
  test.each([
    ['empty things', () => `[${'{},'.repeat(2_400_000)}{}]`],
    ['previews', () => `[${'{"type":"link_preview"},'.repeat(290_000)}{}]`],
    ['numbers', () => `[${'1,'.repeat(130_000)}1]`],
    ['nothing but beginnings', () => '['.repeat(7_000_000)],
  ])('%s: closes the line before it is read, of somebody known, too', async (_what, attachments) => {
    const [known, stranger, other] = [await dial(), await dial(), await dial()]
    await Promise.all([known.settle(), other.settle()])
    const text = sendOf(attachments())
    for (const line of [known, stranger]) line.raw(text)
    expect(await Promise.all([known.closed, stranger.closed])).toEqual([1009, 1009])
    expect(await other.send(channel, 'Not kept waiting')).toMatchObject({ message: 'Not kept waiting' })
  })

  test('more attachments than anybody sends are refused by a word, with the temporary id', async () => {
    const line = await dial()
    line.raw(sendOf(`[${'1,'.repeat(20_000)}1]`))
    expect(await line.next('error')).toMatchObject({ code: 'core.bad_input', temp_id: 'many', channel_id: channel })
  })

  test('no other command is as large as one with a file', async () => {
    const line = await dial()
    await line.settle()
    line.raw(JSON.stringify({ command: 'join', channel, authToken: token, more: 'x'.repeat(70_000) }))
    expect(await line.closed).toBe(1009)
  })

  test('who is not known yet sends nothing large, and a file right behind the first command is taken', async () => {
    const [stranger, known] = [await dial(), await dial()]
    const file = { name: 'a.txt', type: 'text/plain', data: Buffer.alloc(70_000, 'a').toString('base64') }
    const command: Words = { command: 'send', channel, message: '', tempId: 'file', attachments: [file] }
    stranger.say(command)
    expect(await stranger.closed).toBe(1009)
    known.say({ command: 'join', channel })
    known.say(command)
    expect(await known.next('new_message')).toMatchObject({ temp_id: 'file' })
  })
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

/** For what is counted by the second, however slow the machine is. */
function stopTheClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('who commands faster than people do is told so, and who goes on is shown out', async () => {
  stopTheClock()
  const line = await dial()
  await line.settle()
  for (let sent = 0; sent < 60; sent += 1) line.say({ command: 'leave', channel })
  expect((await line.next('error')).code).toBe('core.too_many')
  for (let sent = 0; sent < 35; sent += 1) line.say({ command: 'leave', channel })
  expect(await line.closed).toBe(1008)
})

test('what is brought by the page is counted by the page', async () => {
  stopTheClock()
  await plantMessages(server, { channelId: channel, senderId: pair.mentorId, count: 2_300 })
  const line = await dial()
  for (let asked = 0; asked < 5; asked += 1) line.say({ command: 'join', channel, message_id: 0 })
  await line.settle()
  const pages = line.frames.filter(({ command }) => command === 'messages_payload')
  // The first page of each, and twenty more.
  expect(pages.length).toBeLessThanOrEqual(25)
  expect(pages.at(-1)).toMatchObject({ has_newer: true })
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

test('who never reads is cut off before it costs memory, and the others hear everything', async () => {
  const quiet = await startTestServer({ limitFactor: 1_000 })
  onTestFinished(quiet.stop)
  await quiet.app.listen({ port: 0, host: '127.0.0.1' })
  const built = await buildChannel(quiet)
  const [mentee = 0] = built.menteeIds
  const { port } = quiet.app.server.address() as AddressInfo
  const deaf = dialPlain(port, '127.0.0.1')
  onTestFinished(() => void deaf.destroy())
  deaf.write(rawRequest('GET /ws/chat/', ...upgrade, version, key))
  // Told that there is something to read, it reads none of it.
  await once(deaf, 'readable')
  deaf.write(maskedFrame(JSON.stringify({ command: 'join', channel: built.channelId, authToken: await quiet.tokenFor(mentee) })))
  const line = await dialChat(addressOf(quiet.app), await quiet.tokenFor(built.mentorId))
  onTestFinished(() => line.socket.terminate())
  await line.settle()
  await expect.poll(() => quiet.app.openLines().length, { timeout: 40_000 }).toBe(2)
  const text = 'x'.repeat(4_000)
  const writer = chatWriter(quiet.app.world)
  for (let round = 0; round < 40; round += 1) {
    await Promise.all(
      Array.from({ length: 100 }, () =>
        writer.send({ channelId: built.channelId, senderId: built.mentorId, tempId: null, text, by: 'member' }),
      ),
    )
  }
  await expect.poll(() => quiet.app.openLines().length, { timeout: 40_000 }).toBe(1)
  const heard = () => line.frames.filter(({ command }) => command === 'new_message').length
  await expect.poll(heard, { timeout: 40_000 }).toBe(4_000)
}, 180_000)

/** As a client sends it, covered by a mask of zeros. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]), payload])
}

test('files that everybody sends at once are cut off before they cost memory, and who only talks is not', async () => {
  const line = await dial()
  const { port } = server.app.server.address() as AddressInfo
  const length = 7_340_000
  let cut = 0
  for (let sender = 0; sender < 20; sender += 1) {
    const plain = dialPlain(port, '127.0.0.1')
    onTestFinished(() => void plain.destroy())
    plain.write(rawRequest('GET /ws/chat/', ...upgrade, version, key))
    await once(plain, 'data')
    let hasGoodbye = false
    plain.on('data', () => (hasGoodbye = true))
    // Who says nothing is told goodbye after a while; this one is not waited for.
    plain.on('error', () => {}).on('close', () => (cut += hasGoodbye ? 0 : 1))
    const size = Buffer.alloc(8)
    size.writeBigUInt64BE(BigInt(length))
    // The last byte never comes.
    plain.write(Buffer.concat([Buffer.from([0x81, 0xff]), size, Buffer.alloc(4 + length - 1)]))
  }
  await expect.poll(() => cut, { timeout: 40_000 }).toBeGreaterThan(0)
  expect(await line.send(channel, 'Only words')).toMatchObject({ message: 'Only words' })
}, 180_000)

test('whoever says nothing is shown out within ten seconds', async () => {
  const silent = new WebSocket(`ws://${addressOf(server.app)}/ws/chat/`)
  const [code] = (await once(silent, 'close')) as [number]
  expect(code).toBe(1008)
}, 180_000)

test('a plain request to the line is answered like any address that is not there', async () => {
  expect((await server.app.inject({ method: 'GET', url: '/ws/chat/' })).statusCode).toBe(404)
})
