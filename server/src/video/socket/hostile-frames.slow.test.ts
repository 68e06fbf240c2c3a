import { SDP_MAX, type VideoCommand } from '@saathi/contract/video/socket'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { addressOf } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { freezeClock } from '../../../test/raw-http.ts'
import {
  joinBoth,
  buildCall,
  type BuiltCall,
  openVideoSocket,
  helloOf,
  silent,
  tokenForCall,
} from '../../../test/video-caller.ts'

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
  const client = await openVideoSocket(addressOf(server.app))
  onTestFinished(() => client.socket.terminate())
  return client
}

const me = crypto.randomUUID()
const signal = (data: unknown) => JSON.stringify({ type: 'signal', to: me, data })

test.each([
  ['invalid JSON', 'not JSON'],
  ['an array', '[]'],
  ['null', 'null'],
  ['an unknown command', '{"type":"delete_everybody"}'],
  ['a type as a number', '{"type":7}'],
  ['a prototype', '{"__proto__":{"type":"leave"},"constructor":1}'],
  ['an unknown key', '{"type":"leave","peerId":"another"}'],
  ['deeply nested lists', '['.repeat(20_000)],
  ['a signal without a recipient', JSON.stringify({ type: 'signal', data: { description: { type: 'offer', sdp: 'v=0' } } })],
  ['a signal without description or candidate', signal({})],
  ['a signal with description and candidate', signal({ description: { type: 'offer', sdp: 'v' }, candidate: { candidate: '' } })],
  ['a description of an unknown type', signal({ description: { type: 'rollback', sdp: '' } })],
  ['an oversized description', signal({ description: { type: 'offer', sdp: 'x'.repeat(SDP_MAX + 1) } })],
  ['an out-of-range line index', signal({ candidate: { candidate: '', sdpMid: null, sdpMLineIndex: 1e308 } })],
  ['a state with a string value', JSON.stringify({ type: 'state', state: { ...silent, hand: 'up' } })],
  ['an oversized caption', JSON.stringify({ type: 'caption', text: 'x'.repeat(501), isFinal: true, language: 'en' })],
  ['a caption in an invalid language', JSON.stringify({ type: 'caption', text: 'x', isFinal: true, language: "en'; --" })],
])('[VID-10] %s returns an error, and the call continues', async (_what, frame) => {
  const { harmful, other } = await joinBoth(server, call)
  harmful.raw(frame)
  expect((await harmful.next('error')).code).toBe('core.bad_input')
  harmful.say({ type: 'state', state: { ...silent, hand: true } })
  await other.next('people')
})

test('[VID-10] binary, malformed and oversized frames close only their own socket', async () => {
  const [binary, broken, large] = [await dial(), await dial(), await dial()]
  const { harmful, other } = await joinBoth(server, call)
  binary.socket.send(Buffer.from([1, 2, 3]))
  broken.socket.send(Buffer.from([0xc3, 0x28]), { binary: false })
  large.socket.send('x'.repeat(65 * 1024))
  harmful.raw(JSON.stringify({ type: 'signal', to: other.peerId, data: 'x'.repeat(65 * 1024) }))
  expect(await Promise.all([binary, broken, large, harmful].map(({ closed }) => closed))).toEqual([1003, 1007, 1009, 1009])
  await other.settle()
  expect(other.frames.filter(({ type }) => type === 'signal')).toEqual([])
})

test('[VID-10] repeated invalid frames close the socket, inside and outside a call', async () => {
  const { harmful, other } = await joinBoth(server, call)
  const stranger = await dial()
  for (const client of [harmful, stranger]) {
    for (let sent = 0; sent < 20; sent += 1) client.raw('{}')
    expect(await client.closed).toBe(1008)
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
])('[VID-10] commands before hello are rejected: %o', async (command) => {
  const client = await dial()
  expect(await client.refusedWith(command)).toBe('core.bad_input')
  expect(client.frames).toEqual([])
  client.say(helloOf(token))
  await client.next('welcome')
})

test('too many captions or state changes return an error', async () => {
  const { harmful } = await joinBoth(server, call)
  freezeClock()
  for (let said = 0; said < 26; said += 1) harmful.say({ type: 'caption', text: 'word', isFinal: false, language: 'hi' })
  expect((await harmful.next('error')).code).toBe('core.too_many')
  for (let said = 0; said < 51; said += 1) harmful.say({ type: 'state', state: { ...silent, hand: said % 2 === 0 } })
  expect((await harmful.next('error')).code).toBe('core.too_many')
  await harmful.settle()
})

test('a client that floods pings is disconnected', async () => {
  const { harmful, other } = await joinBoth(server, call)
  freezeClock()
  for (let asked = 0; asked < 500; asked += 1) harmful.socket.ping()
  expect(await harmful.closed).toBe(1006)
  await other.settle()
})

test.each(['https://evil.test', 'null', 'https://127.0.0.1.evil.test'])(
  '[VID-10] a page from %s cannot connect',
  async (origin) => {
    await expect(openVideoSocket(addressOf(server.app), { origin })).rejects.toThrow('403')
  },
)

test('a plain HTTP request to the socket URL returns 404', async () => {
  expect((await server.app.inject({ method: 'GET', url: '/ws/video/' })).statusCode).toBe(404)
})
