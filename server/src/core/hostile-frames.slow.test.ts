import { once } from 'node:events'
import { connect as dialPlain, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { chatWriter } from '#chat/writer.ts'
import { buildChannel, type BuiltChannel, plantMessages } from '../../test/chat-channels.ts'
import { addressOf, dialChat, type Words } from '../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { key, maskedFrame, rawRequest, stopTheClock, upgrade, version } from '../../test/raw-http.ts'
import { until } from '../../test/until.ts'
import { bothIn, buildCall, type BuiltCall, comeIn, dialVideo, helloOf, tokenForCall } from '../../test/video-caller.ts'
import { staysIn } from '../../test/video-rooms.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())

test.each(['chat', 'video', 'live'])(
  'a client of /ws/%s/ that sends nothing is disconnected',
  async (socket) => {
    const silent = new WebSocket(`ws://${addressOf(server.app)}/ws/${socket}/`)
    const [code] = (await once(silent, 'close')) as [number]
    expect(code).toBe(1008)
  },
  180_000,
)

describe('chat', () => {
  let pair: BuiltChannel
  let [asha, channel] = [0, 0]
  let token = ''
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
    deaf.write(
      maskedFrame(JSON.stringify({ command: 'join', channel: built.channelId, authToken: await quiet.tokenFor(mentee) })),
    )
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
})

describe('video', () => {
  let call: BuiltCall
  let token = ''
  beforeEach(async () => {
    call = await buildCall(server)
    token = await tokenForCall(server, call.menteeId, call.room)
  })

  async function dial() {
    const line = await dialVideo(addressOf(server.app))
    onTestFinished(() => line.socket.terminate())
    return line
  }

  test('a burst for seven others is taken, and a flood is not', async () => {
    const { harmful, other } = await bothIn(server, call)
    stopTheClock()
    const candidate = { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0 }
    for (let sent = 0; sent < 200; sent += 1) harmful.say({ type: 'signal', to: other.peerId, data: { candidate } })
    const heard = () => other.frames.filter(({ type }) => type === 'signal').length
    await until('all two hundred have come', () => heard() === 200)
    for (let sent = 0; sent < 200; sent += 1) harmful.say({ type: 'signal', to: other.peerId, data: { candidate } })
    expect(await harmful.closed).toBe(1008)
    expect(heard()).toBeLessThanOrEqual(300)
    await other.settle()
  })

  test('who comes in again and again has to wait, and the others stay in their call', async () => {
    const other = await comeIn(server, call.mentorId, call.room)
    stopTheClock()
    const codes = []
    for (let tries = 0; tries < 31; tries += 1) {
      const line = await dial()
      line.say(helloOf(token))
      codes.push(await Promise.race([line.next('welcome'), line.next('error').then(({ code }) => code)]))
    }
    expect(codes.at(-1)).toBe('core.too_many')
    expect(codes.filter((code) => typeof code === 'string')).toHaveLength(1)
    await other.settle()
  })

  test('[VID-10] who never reads is cut off before it costs memory, and the other hears everything', async () => {
    const own = await startTestServer({ limitFactor: 1_000 })
    onTestFinished(own.stop)
    await own.app.listen({ port: 0, host: '127.0.0.1' })
    const built = await buildCall(own)
    const { port } = own.app.server.address() as AddressInfo
    const deaf = dialPlain(port, '127.0.0.1')
    onTestFinished(() => void deaf.destroy())
    deaf.write(rawRequest('GET /ws/video/', ...upgrade, version, key))
    // Told that there is something to read, it reads none of it.
    await once(deaf, 'readable')
    deaf.write(maskedFrame(JSON.stringify(helloOf(await tokenForCall(own, built.menteeId, built.room)))))
    await expect.poll(async () => (await staysIn(own, built.room)).length).toBe(1)
    const line = await comeIn(own, built.mentorId, built.room)
    const { people } = await line.next('people', (event) => event.people.length === 2)
    const to = people.find(({ userId }) => userId === built.menteeId)?.peerId ?? ''
    const sdp = 'x'.repeat(40_000)
    for (let round = 0; round < 400; round += 1) {
      line.say({ type: 'signal', to, data: { description: { type: 'offer', sdp } } })
      if (round % 10 === 0) await line.settle()
    }
    await expect.poll(() => own.app.openLines().length, { timeout: 40_000 }).toBe(1)
    await line.settle()
  }, 180_000)
})
