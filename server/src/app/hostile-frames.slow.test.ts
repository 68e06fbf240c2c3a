import { once } from 'node:events'
import { connect as dialPlain, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { chatWriter } from '#chat/write/writer.ts'
import { buildChannel, type BuiltChannel, plantMessages } from '../../test/chat-channels.ts'
import { addressOf, openChatSocket, type CommandWithoutToken } from '../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { key, maskedFrame, rawRequest, freezeClock, upgrade, version } from '../../test/raw-http.ts'
import { until } from '../../test/until.ts'
import { joinBoth, buildCall, type BuiltCall, joinCall, openVideoSocket, helloOf, tokenForCall } from '../../test/video-caller.ts'
import { participantsIn } from '../../test/video-rooms.ts'

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
    const client = await openChatSocket(addressOf(server.app), await server.tokenFor(personId))
    onTestFinished(() => client.socket.terminate())
    return client
  }

  const sendOf = (attachments: string) =>
    `{"command":"send","channel":${channel},"message":"","tempId":"many","authToken":"${token}","attachments":${attachments}}`

  describe('a frame with very many parts', () => {
    test.each([
      ['empty objects', () => `[${'{},'.repeat(2_400_000)}{}]`],
      ['previews', () => `[${'{"type":"link_preview"},'.repeat(290_000)}{}]`],
      ['numbers', () => `[${'1,'.repeat(130_000)}1]`],
      ['only opening brackets', () => '['.repeat(7_000_000)],
    ])('%s: closes the connection before it is parsed, even for an authenticated client', async (_what, attachments) => {
      const [known, stranger, other] = [await dial(), await dial(), await dial()]
      await Promise.all([known.settle(), other.settle()])
      const text = sendOf(attachments())
      for (const client of [known, stranger]) client.raw(text)
      expect(await Promise.all([known.closed, stranger.closed])).toEqual([1009, 1009])
      expect(await other.send(channel, 'Not kept waiting')).toMatchObject({ message: 'Not kept waiting' })
    })

    test('too many attachments are answered with an error that has the temporary id', async () => {
      const client = await dial()
      client.raw(sendOf(`[${'1,'.repeat(20_000)}1]`))
      expect(await client.next('error')).toMatchObject({ code: 'core.bad_input', temp_id: 'many', channel_id: channel })
    })

    test('only a command with a file may be large', async () => {
      const client = await dial()
      await client.settle()
      client.raw(JSON.stringify({ command: 'join', channel, authToken: token, more: 'x'.repeat(70_000) }))
      expect(await client.closed).toBe(1009)
    })

    test('an unauthenticated client may send nothing large, and a file right after the first command is accepted', async () => {
      const [stranger, known] = [await dial(), await dial()]
      const file = { name: 'a.txt', type: 'text/plain', data: Buffer.alloc(70_000, 'a').toString('base64') }
      const command: CommandWithoutToken = { command: 'send', channel, message: '', tempId: 'file', attachments: [file] }
      stranger.say(command)
      expect(await stranger.closed).toBe(1009)
      known.say({ command: 'join', channel })
      known.say(command)
      expect(await known.next('new_message')).toMatchObject({ temp_id: 'file' })
    })
  })

  test('each page counts against the limit', async () => {
    freezeClock()
    await plantMessages(server, { channelId: channel, senderId: pair.mentorId, count: 2_300 })
    const client = await dial()
    for (let count = 0; count < 5; count += 1) client.say({ command: 'join', channel, message_id: 0 })
    await client.settle()
    const pages = client.frames.filter(({ command }) => command === 'messages_payload')
    // The first page of each join, and twenty more.
    expect(pages.length).toBeLessThanOrEqual(25)
    expect(pages.at(-1)).toMatchObject({ has_newer: true })
  })

  test('a client that never reads is disconnected before it costs memory, and the others receive everything', async () => {
    const quiet = await startTestServer({ limitFactor: 1_000 })
    onTestFinished(quiet.stop)
    await quiet.app.listen({ port: 0, host: '127.0.0.1' })
    const built = await buildChannel(quiet)
    const [mentee = 0] = built.menteeIds
    const { port } = quiet.app.server.address() as AddressInfo
    const idle = dialPlain(port, '127.0.0.1')
    onTestFinished(() => void idle.destroy())
    idle.write(rawRequest('GET /ws/chat/', ...upgrade, version, key))
    // Waits until there is data to read, but does not read it.
    await once(idle, 'readable')
    idle.write(
      maskedFrame(JSON.stringify({ command: 'join', channel: built.channelId, authToken: await quiet.tokenFor(mentee) })),
    )
    const client = await openChatSocket(addressOf(quiet.app), await quiet.tokenFor(built.mentorId))
    onTestFinished(() => client.socket.terminate())
    await client.settle()
    await expect.poll(() => quiet.app.openSockets().length, { timeout: 40_000 }).toBe(2)
    const text = 'x'.repeat(4_000)
    const writer = chatWriter(quiet.app.world)
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(
        Array.from({ length: 100 }, () =>
          writer.send({ channelId: built.channelId, senderId: built.mentorId, tempId: null, text, by: 'member' }),
        ),
      )
    }
    await expect.poll(() => quiet.app.openSockets().length, { timeout: 40_000 }).toBe(1)
    const received = () => client.frames.filter(({ command }) => command === 'new_message').length
    await expect.poll(received, { timeout: 40_000 }).toBe(4_000)
  }, 180_000)

  test('large concurrent files are cut off before they cost memory, and clients that send text are not', async () => {
    const client = await dial()
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
      // An idle client gets a close frame after a while; such a close is not counted.
      plain.on('error', () => {}).on('close', () => (cut += hasGoodbye ? 0 : 1))
      const size = Buffer.alloc(8)
      size.writeBigUInt64BE(BigInt(length))
      // The last byte is never sent.
      plain.write(Buffer.concat([Buffer.from([0x81, 0xff]), size, Buffer.alloc(4 + length - 1)]))
    }
    await expect.poll(() => cut, { timeout: 40_000 }).toBeGreaterThan(0)
    expect(await client.send(channel, 'Only words')).toMatchObject({ message: 'Only words' })
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
    const client = await openVideoSocket(addressOf(server.app))
    onTestFinished(() => client.socket.terminate())
    return client
  }

  test('the burst of joining a full call is accepted, and a flood is not', async () => {
    const { harmful, other } = await joinBoth(server, call)
    freezeClock()
    const candidate = { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0 }
    for (let sent = 0; sent < 400; sent += 1) harmful.say({ type: 'signal', to: other.peerId, data: { candidate } })
    const received = () => other.frames.filter(({ type }) => type === 'signal').length
    await until('all four hundred have arrived', () => received() === 400)
    for (let sent = 0; sent < 400; sent += 1) harmful.say({ type: 'signal', to: other.peerId, data: { candidate } })
    expect(await harmful.closed).toBe(1008)
    expect(received()).toBeLessThanOrEqual(450)
    await other.settle()
  })

  test('joining too often is refused, and the others stay in their call', async () => {
    const other = await joinCall(server, call.mentorId, call.room)
    freezeClock()
    const codes = []
    for (let tries = 0; tries < 31; tries += 1) {
      const client = await dial()
      client.say(helloOf(token))
      codes.push(await Promise.race([client.next('welcome'), client.next('error').then(({ code }) => code)]))
    }
    expect(codes.at(-1)).toBe('core.too_many')
    expect(codes.filter((code) => typeof code === 'string')).toHaveLength(1)
    await other.settle()
  })

  test('[VID-10] a client that never reads is disconnected before it costs memory, and the other receives everything', async () => {
    const own = await startTestServer({ limitFactor: 1_000 })
    onTestFinished(own.stop)
    await own.app.listen({ port: 0, host: '127.0.0.1' })
    const built = await buildCall(own)
    const { port } = own.app.server.address() as AddressInfo
    const idle = dialPlain(port, '127.0.0.1')
    onTestFinished(() => void idle.destroy())
    idle.write(rawRequest('GET /ws/video/', ...upgrade, version, key))
    // Waits until there is data to read, but does not read it.
    await once(idle, 'readable')
    idle.write(maskedFrame(JSON.stringify(helloOf(await tokenForCall(own, built.menteeId, built.room)))))
    await expect.poll(async () => (await participantsIn(own, built.room)).length).toBe(1)
    const client = await joinCall(own, built.mentorId, built.room)
    const { people } = await client.next('people', (event) => event.people.length === 2)
    const to = people.find(({ userId }) => userId === built.menteeId)?.peerId ?? ''
    const sdp = 'x'.repeat(40_000)
    for (let round = 0; round < 400; round += 1) {
      client.say({ type: 'signal', to, data: { description: { type: 'offer', sdp } } })
      if (round % 10 === 0) await client.settle()
    }
    await expect.poll(() => own.app.openSockets().length, { timeout: 40_000 }).toBe(1)
    await client.settle()
  }, 180_000)
})
