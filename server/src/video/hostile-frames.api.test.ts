import { once } from 'node:events'
import { connect as dialPlain, type AddressInfo } from 'node:net'
import { SDP_MAX, type VideoCommand } from '@saathi/contract/video/socket'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { addressOf } from '../../test/chat-line.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { key, rawRequest, upgrade, version } from '../../test/raw-http.ts'
import { until } from '../../test/until.ts'
import {
  buildCall,
  type BuiltCall,
  type Caller,
  comeIn,
  dialVideo,
  enterCall,
  helloOf,
  silent,
  tokenForCall,
} from '../../test/video-caller.ts'
import { staysIn } from '../../test/video-rooms.ts'

let server: TestServer
let call: BuiltCall
let token = ''
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  call = await buildCall(server)
  token = await tokenForCall(server, call.menteeId, call.room)
})

async function dial() {
  const line = await dialVideo(addressOf(server.app))
  onTestFinished(() => line.socket.terminate())
  return line
}

/** Two in a call: the one who does harm, and the one who must not feel it. */
async function bothIn(): Promise<{ harmful: Caller; other: Caller }> {
  const other = await comeIn(server, call.mentorId, call.room)
  const harmful = await enterCall(addressOf(server.app), token)
  for (const line of [harmful, other]) await line.seesOnly(harmful.peerId, other.peerId)
  return { harmful, other }
}

/** For what is counted by the second, however slow the machine is. `expect.poll` would move it on at each look. */
function stopTheClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

const me = crypto.randomUUID()
const signal = (data: unknown) => JSON.stringify({ type: 'signal', to: me, data })

test.each([
  ['not JSON at all', 'not JSON'],
  ['an array', '[]'],
  ['nothing', 'null'],
  ['an unknown command', '{"type":"delete_everybody"}'],
  ['a type as a number', '{"type":7}'],
  ['a prototype', '{"__proto__":{"type":"leave"},"constructor":1}'],
  ['a key too many', '{"type":"leave","peerId":"another"}'],
  ['very deep lists', '['.repeat(20_000)],
  ['a signal to nobody', JSON.stringify({ type: 'signal', data: { description: { type: 'offer', sdp: 'v=0' } } })],
  ['a signal with neither of its kinds', signal({})],
  ['a signal with both of its kinds', signal({ description: { type: 'offer', sdp: 'v' }, candidate: { candidate: '' } })],
  ['a description of another kind', signal({ description: { type: 'rollback', sdp: '' } })],
  ['a description beyond all sizes', signal({ description: { type: 'offer', sdp: 'x'.repeat(SDP_MAX + 1) } })],
  ['a line number beyond all numbers', signal({ candidate: { candidate: '', sdpMid: null, sdpMLineIndex: 1e308 } })],
  ['a state with a word in it', JSON.stringify({ type: 'state', state: { ...silent, hand: 'up' } })],
  ['a caption without an end', JSON.stringify({ type: 'caption', text: 'x'.repeat(501), isFinal: true, language: 'en' })],
  ['a caption in no language', JSON.stringify({ type: 'caption', text: 'x', isFinal: true, language: "en'; --" })],
])('[VID-10] %s is answered by an error, and the call goes on', async (_what, frame) => {
  const { harmful, other } = await bothIn()
  harmful.raw(frame)
  expect((await harmful.next('error')).code).toBe('core.bad_input')
  harmful.say({ type: 'state', state: { ...silent, hand: true } })
  await other.next('people')
})

test('[VID-10] binary, broken and oversized frames close the line, and only that', async () => {
  const [binary, broken, large] = [await dial(), await dial(), await dial()]
  const { harmful, other } = await bothIn()
  binary.socket.send(Buffer.from([1, 2, 3]))
  broken.socket.send(Buffer.from([0xc3, 0x28]), { binary: false })
  large.socket.send('x'.repeat(65 * 1024))
  harmful.raw(JSON.stringify({ type: 'signal', to: other.peerId, data: 'x'.repeat(65 * 1024) }))
  expect(await Promise.all([binary, broken, large, harmful].map(({ closed }) => closed))).toEqual([1003, 1007, 1009, 1009])
  await other.settle()
  expect(other.frames.filter(({ type }) => type === 'signal')).toEqual([])
})

test('[VID-10] who says nothing that can be understood is shown out, in a call and before', async () => {
  const { harmful, other } = await bothIn()
  const stranger = await dial()
  for (const line of [harmful, stranger]) {
    for (let sent = 0; sent < 20; sent += 1) line.raw('{}')
    expect(await line.closed).toBe(1008)
  }
  await other.settle()
})

test.each<VideoCommand>([
  { type: 'state', state: silent },
  { type: 'record', isWanted: true },
  { type: 'leave' },
  { type: 'beat' },
  { type: 'caption', text: 'Let me in', isFinal: true, language: 'en' },
  { type: 'signal', to: me, data: { description: { type: 'offer', sdp: 'v=0' } } },
])('[VID-10] before a hello nothing is carried out: %o', async (command) => {
  const line = await dial()
  expect(await line.refusedWith(command)).toBe('core.bad_input')
  expect(line.frames).toEqual([])
  line.say(helloOf(token))
  await line.next('welcome')
})

test('whoever says nothing is shown out within ten seconds', async () => {
  const nobody = new WebSocket(`ws://${addressOf(server.app)}/ws/video/`)
  const [code] = await once(nobody, 'close')
  expect(code).toBe(1008)
}, 180_000)

test('a burst for seven others is taken, and a flood is not', async () => {
  const { harmful, other } = await bothIn()
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

test('captions and changes beyond what people do are refused by a word', async () => {
  const { harmful } = await bothIn()
  stopTheClock()
  for (let said = 0; said < 26; said += 1) harmful.say({ type: 'caption', text: 'word', isFinal: false, language: 'hi' })
  expect((await harmful.next('error')).code).toBe('core.too_many')
  for (let said = 0; said < 51; said += 1) harmful.say({ type: 'state', state: { ...silent, hand: said % 2 === 0 } })
  expect((await harmful.next('error')).code).toBe('core.too_many')
  await harmful.settle()
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

test('who asks whether we are there, and never reads the answer, is cut off', async () => {
  const { harmful, other } = await bothIn()
  stopTheClock()
  for (let asked = 0; asked < 400; asked += 1) harmful.socket.ping()
  expect(await harmful.closed).toBe(1006)
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

/** As a client sends it, covered by a mask of zeros. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]), payload])
}

test.each(['https://evil.test', 'null', 'https://127.0.0.1.evil.test'])('[VID-10] a page of %s is not let in', async (origin) => {
  await expect(dialVideo(addressOf(server.app), { origin })).rejects.toThrow('403')
})

test('a plain request to the line is answered like any address that is not there', async () => {
  expect((await server.app.inject({ method: 'GET', url: '/ws/video/' })).statusCode).toBe(404)
})
