import { BEAT_EVERY_MS, type PeerState, type VideoEvent } from '@saathi/contract/video/socket'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { openCallSocket } from './call-socket.ts'
import type { SocketState } from './call-snapshot.ts'

const peerId = '7f1c2e34-5a6b-4c8d-9e0f-112233445566'
const state: PeerState = { microphone: true, camera: false, screen: false, hand: false }
const welcome = { type: 'welcome', peerId, isResumed: false }

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  return () => {
    FakeSocket.instances.length = 0
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

function openTestSocket(token: () => Promise<string> = async () => 'a token', stateNow: () => PeerState = () => state) {
  const events: VideoEvent[] = []
  const states: SocketState[] = []
  const refused: string[] = []
  const callSocket = openCallSocket({
    token,
    canRecord: true,
    state: stateNow,
    onEvent: (event) => events.push(event),
    onRefused: (code) => refused.push(code),
    onState: (next) => states.push(next),
  })
  onTestFinished(() => callSocket.close())
  return { callSocket, events, states, refused }
}

async function socketNow(count: number): Promise<FakeSocket> {
  await vi.waitUntil(() => FakeSocket.instances.length === count, { timeout: 30_000 })
  const socket = FakeSocket.instances.at(-1)
  if (!socket) throw new Error('No socket was opened.')
  return socket
}

test('it sends hello first, and nothing else before the welcome', async () => {
  const { callSocket, events, states } = openTestSocket()
  const socket = await socketNow(1)
  socket.open()
  expect(socket.sent).toEqual([{ type: 'hello', token: 'a token', resume: null, canRecord: true, state }])
  expect(callSocket.send({ type: 'state', state })).toBe(false)
  socket.say(welcome)
  expect(callSocket.send({ type: 'state', state })).toBe(true)
  expect(states).toEqual(['connecting', 'open'])
  expect(events).toEqual([welcome])
})

test('[VID-04] a state change between hello and welcome is sent after the welcome', async () => {
  let own = state
  openTestSocket(undefined, () => own)
  const socket = await socketNow(1)
  socket.open()
  own = { ...state, camera: true }
  socket.say(welcome)
  expect(socket.sent.slice(1)).toEqual([{ type: 'state', state: own }])
})

test('[VID-05] a dropped socket reconnects as the same peer with a new token', async () => {
  let requests = 0
  const { states } = openTestSocket(async () => `token ${++requests}`)
  const first = await socketNow(1)
  first.open()
  first.say(welcome)
  first.close()
  await vi.advanceTimersByTimeAsync(500)
  const second = await socketNow(2)
  second.open()
  expect(second.sent).toMatchObject([{ type: 'hello', token: 'token 2', resume: peerId }])
  second.say({ ...welcome, isResumed: true })
  expect(states).toEqual(['connecting', 'open', 'lost', 'open'])
})

test('[VID-05] a socket without frames for two heartbeats is replaced', async () => {
  openTestSocket()
  const socket = await socketNow(1)
  socket.open()
  socket.say(welcome)
  await vi.advanceTimersByTimeAsync(BEAT_EVERY_MS)
  socket.say({ type: 'beat' })
  await vi.advanceTimersByTimeAsync(2 * BEAT_EVERY_MS)
  expect(socket.readyState).toBe(1)
  expect(socket.sent.slice(1)).toEqual([{ type: 'beat' }, { type: 'beat' }, { type: 'beat' }])
  await vi.advanceTimersByTimeAsync(BEAT_EVERY_MS)
  expect(socket.readyState).toBe(3)
  await vi.advanceTimersByTimeAsync(500)
  await socketNow(2)
})

test('[VID-05] it backs off up to eight seconds, and retries immediately when online again', async () => {
  FakeSocket.server = { onConnect: (socket) => socket.close(), onMessage: () => {} }
  onTestFinished(() => void (FakeSocket.server = null))
  openTestSocket()
  await vi.advanceTimersByTimeAsync(60_000)
  const tried = FakeSocket.instances.length
  expect(tried).toBeGreaterThan(7)
  expect(tried).toBeLessThan(22)
  window.dispatchEvent(new Event('online'))
  await socketNow(tried + 1)
})

test('[VID-05] it retries if no token is available', async () => {
  let isReachable = false
  openTestSocket(async () => (isReachable ? 'a token' : Promise.reject(new Error('nobody answers'))))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(FakeSocket.instances).toHaveLength(0)
  isReachable = true
  await vi.advanceTimersByTimeAsync(8_000)
  await socketNow(1)
})

test.each(['video.full', 'video.not_allowed', 'video.late', 'core.forbidden'])(
  '[VID-10] %s in reply to hello stops reconnecting',
  async (code) => {
    const { refused, events } = openTestSocket()
    const socket = await socketNow(1)
    socket.open()
    socket.say({ type: 'error', code, message: '' })
    socket.close()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(refused).toEqual([code])
    expect(events).toEqual([])
    expect(FakeSocket.instances).toHaveLength(1)
  },
)

test.each(['core.signed_out', 'core.maintenance', 'core.unavailable'])(
  '[VID-10] %s in reply to hello is retried',
  async (code) => {
    const { refused } = openTestSocket()
    const socket = await socketNow(1)
    socket.open()
    socket.say({ type: 'error', code, message: '' })
    socket.close()
    await vi.advanceTimersByTimeAsync(500)
    await socketNow(2)
    expect(refused).toEqual([])
  },
)

test('[VID-10] a goodbye stops reconnecting, and a refused command does not', async () => {
  const { events, refused } = openTestSocket()
  const socket = await socketNow(1)
  socket.open()
  socket.say(welcome)
  socket.say({ type: 'error', code: 'video.consent_missing', message: '' })
  expect(socket.readyState).toBe(1)
  socket.say({ type: 'goodbye', reason: 'replaced' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(FakeSocket.instances).toHaveLength(1)
  expect(refused).toEqual([])
  expect(events.at(-1)).toEqual({ type: 'goodbye', reason: 'replaced' })
})

test('unknown frames are ignored', async () => {
  const { events } = openTestSocket()
  const socket = await socketNow(1)
  socket.open()
  socket.say({ type: 'of a newer server' })
  socket.dispatchEvent(new MessageEvent('message', { data: '{' }))
  expect(events).toEqual([])
})
