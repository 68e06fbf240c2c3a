import { BEAT_EVERY_MS, type PeerState, type VideoEvent } from '@saathi/contract/video/socket'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { openCallLine } from './call-line.ts'
import type { LineState } from './call-snapshot.ts'

const peerId = '7f1c2e34-5a6b-4c8d-9e0f-112233445566'
const state: PeerState = { microphone: true, camera: false, screen: false, hand: false }
const welcome = { type: 'welcome', peerId, isResumed: false }

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  return () => {
    FakeSocket.made.length = 0
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

function openLine(token: () => Promise<string> = async () => 'a token', stateNow: () => PeerState = () => state) {
  const events: VideoEvent[] = []
  const states: LineState[] = []
  const refused: string[] = []
  const line = openCallLine({
    token,
    canRecord: true,
    state: stateNow,
    onEvent: (event) => events.push(event),
    onRefused: (code) => refused.push(code),
    onState: (next) => states.push(next),
  })
  onTestFinished(() => line.close())
  return { line, events, states, refused }
}

async function socketNow(count: number): Promise<FakeSocket> {
  await vi.waitUntil(() => FakeSocket.made.length === count, { timeout: 30_000 })
  const socket = FakeSocket.made.at(-1)
  if (!socket) throw new Error('No line was opened.')
  return socket
}

test('it says hello first, and nothing else can be said before the welcome', async () => {
  const { line, events, states } = openLine()
  const socket = await socketNow(1)
  socket.open()
  expect(socket.sent).toEqual([{ type: 'hello', token: 'a token', resume: null, canRecord: true, state }])
  expect(line.say({ type: 'state', state })).toBe(false)
  socket.say(welcome)
  expect(line.say({ type: 'state', state })).toBe(true)
  expect(states).toEqual(['connecting', 'open'])
  expect(events).toEqual([welcome])
})

test('[VID-04] what is switched between the hello and the welcome is told after it', async () => {
  let own = state
  openLine(undefined, () => own)
  const socket = await socketNow(1)
  socket.open()
  own = { ...state, camera: true }
  socket.say(welcome)
  expect(socket.sent.slice(1)).toEqual([{ type: 'state', state: own }])
})

test('[VID-05] a line that breaks is opened again with another token, as the one that it was', async () => {
  let asked = 0
  const { states } = openLine(async () => `token ${++asked}`)
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

test('[VID-05] one on which nothing is heard for twice the time of a beat is given up for another', async () => {
  openLine()
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

test('[VID-05] it waits longer each time, eight seconds at most, and not at all when the network is back', async () => {
  FakeSocket.server = { met: (line) => line.close(), heard: () => {} }
  onTestFinished(() => void (FakeSocket.server = null))
  openLine()
  await vi.advanceTimersByTimeAsync(60_000)
  const tried = FakeSocket.made.length
  expect(tried).toBeGreaterThan(7)
  expect(tried).toBeLessThan(22)
  window.dispatchEvent(new Event('online'))
  await socketNow(tried + 1)
})

test('[VID-05] without a token there is no line yet, and it is tried again', async () => {
  let isReachable = false
  openLine(async () => (isReachable ? 'a token' : Promise.reject(new Error('nobody answers'))))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(FakeSocket.made).toHaveLength(0)
  isReachable = true
  await vi.advanceTimersByTimeAsync(8_000)
  await socketNow(1)
})

test.each(['video.full', 'video.not_allowed', 'video.late', 'core.forbidden'])(
  '[VID-10] after %s in answer to a hello it does not come back',
  async (code) => {
    const { refused, events } = openLine()
    const socket = await socketNow(1)
    socket.open()
    socket.say({ type: 'error', code, message: '' })
    socket.close()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(refused).toEqual([code])
    expect(events).toEqual([])
    expect(FakeSocket.made).toHaveLength(1)
  },
)

test.each(['core.signed_out', 'core.maintenance', 'core.unavailable'])(
  '[VID-10] after %s in answer to a hello it tries again',
  async (code) => {
    const { refused } = openLine()
    const socket = await socketNow(1)
    socket.open()
    socket.say({ type: 'error', code, message: '' })
    socket.close()
    await vi.advanceTimersByTimeAsync(500)
    await socketNow(2)
    expect(refused).toEqual([])
  },
)

test('[VID-10] after a goodbye it does not come back, and a refusal of one thing ends nothing', async () => {
  const { events, refused } = openLine()
  const socket = await socketNow(1)
  socket.open()
  socket.say(welcome)
  socket.say({ type: 'error', code: 'video.consent_missing', message: '' })
  expect(socket.readyState).toBe(1)
  socket.say({ type: 'goodbye', reason: 'replaced' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(FakeSocket.made).toHaveLength(1)
  expect(refused).toEqual([])
  expect(events.at(-1)).toEqual({ type: 'goodbye', reason: 'replaced' })
})

test('what it does not understand it passes over', async () => {
  const { events } = openLine()
  const socket = await socketNow(1)
  socket.open()
  socket.say({ type: 'of a newer server' })
  socket.dispatchEvent(new MessageEvent('message', { data: '{' }))
  expect(events).toEqual([])
})
