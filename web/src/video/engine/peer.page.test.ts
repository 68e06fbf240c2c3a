import type { SignalData } from '@saathi/contract/video/socket'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pluginDevices } from './devices.fake.ts'
import { fingerprintOf, reactionTo } from './negotiation.ts'
import { RECREATE_AFTER_MS, openPeer, signalQueue } from './peer.ts'

test.each([
  { receives: 'offer', in: 'stable', isLater: false, is: 'take' },
  { receives: 'offer', in: 'stable', isLater: true, is: 'offer' },
  { receives: 'offer', in: 'have-local-offer', isLater: true, is: 'ignore' },
  { receives: 'answer', in: 'have-local-offer', isLater: true, is: 'take' },
  { receives: 'answer', in: 'stable', isLater: true, is: 'ignore' },
  { receives: 'answer', in: 'stable', isLater: false, is: 'ignore' },
] as const)('reactionTo an $receives in $in is $is (later: $isLater)', ({ receives, in: state, isLater, is }) => {
  expect(reactionTo(receives, { signalingState: state, isLater })).toBe(is)
})

test('signals run in order, and a failed one does not block the next', async () => {
  const failed: unknown[] = []
  const done: string[] = []
  const enqueue = signalQueue((error) => failed.push(error))
  const slow = Promise.withResolvers<void>()
  void enqueue(async () => {
    await slow.promise
    done.push('first')
  })
  void enqueue(() => Promise.reject(new Error('not now')))
  const last = enqueue(async () => void done.push('last'))
  expect(done).toEqual([])
  slow.resolve()
  await last
  expect(done).toEqual(['first', 'last'])
  expect(failed).toHaveLength(1)
})

const nothing = { microphone: null, camera: null, screen: null }

/** Delivers nothing by itself: sent signals are collected in `sent`. */
function makePeer(isLater: boolean, onSend: (data: SignalData) => void = () => {}) {
  const sent: SignalData[] = []
  const link = openPeer({
    isLater,
    iceServers: () => [],
    tracks: nothing,
    send: (data) => {
      sent.push(data)
      onSend(data)
    },
    onChange: () => {},
  })
  onTestFinished(() => link.close())
  const descriptions = () => sent.flatMap((data) => ('description' in data ? [data.description] : []))
  return { link, sent, descriptions }
}

function watchConnections(): RTCPeerConnection[] {
  const made: RTCPeerConnection[] = []
  vi.stubGlobal(
    'RTCPeerConnection',
    class extends RTCPeerConnection {
      constructor(settings?: RTCConfiguration) {
        super(settings)
        made.push(this)
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return made
}

function connectTwo() {
  const later = makePeer(true, (data) => earlier.link.receive(data))
  const earlier = makePeer(false, (data) => later.link.receive(data))
  return { later, earlier }
}

test('[VID-04] the later peer sends the offer, and both have transceivers for audio, camera and screen', async () => {
  const { later, earlier } = connectTwo()
  await expect.poll(() => [later.link.connection(), earlier.link.connection()]).toEqual(['open', 'open'])
  expect(later.descriptions().map(({ type }) => type)).toEqual(['offer'])
  expect(earlier.descriptions().map(({ type }) => type)).toEqual(['answer'])
  for (const { link } of [later, earlier]) {
    const { audio, camera, screen } = link.streams
    expect([audio, camera, screen].map((stream) => stream.getTracks()[0]?.kind)).toEqual(['audio', 'video', 'video'])
    expect(link.senders()).not.toBe(null)
  }
})

test('[VID-05] two simultaneous restarts converge, and the video continues', async () => {
  await pluginDevices()
  const [camera = null] = (await navigator.mediaDevices.getUserMedia({ video: true })).getTracks()
  const made = watchConnections()
  const queued: (() => void)[] = []
  const later = makePeer(true, (data) => queued.push(() => earlier.link.receive(data)))
  const earlier = makePeer(false, (data) => queued.push(() => later.link.receive(data)))
  const passOn = () => queued.splice(0).forEach((receive) => receive())
  const connections = () => {
    passOn()
    return [later.link.connection(), earlier.link.connection()]
  }
  for (const { link } of [later, earlier]) link.setTracks({ microphone: null, camera, screen: null })
  await expect.poll(connections).toEqual(['open', 'open'])
  for (let turn = 0; turn < 3; turn++) {
    const sent = later.descriptions().length + earlier.descriptions().length
    later.link.restart()
    earlier.link.restart()
    // Neither receives the other's signal before both have started.
    await expect.poll(() => later.descriptions().length + earlier.descriptions().length).toBe(sent + 2)
    await expect.poll(() => connections() && made.map(({ signalingState }) => signalingState)).toEqual(['stable', 'stable'])
  }
  for (const { link } of [later, earlier]) {
    const video = Object.assign(document.createElement('video'), { muted: true, srcObject: link.streams.camera })
    void video.play().catch(() => undefined)
    await expect.poll(() => connections() && video.getVideoPlaybackQuality().totalVideoFrames).toBeGreaterThan(5)
  }
})

test('[VID-05] candidates that arrive before the offer are applied later', async () => {
  const queued: SignalData[] = []
  const later = makePeer(true, (data) => queued.push(data))
  const earlier = makePeer(false, (data) => later.link.receive(data))
  await expect.poll(() => queued.length).toBeGreaterThan(2)
  for (const data of queued.toSorted((one, other) => Number('description' in one) - Number('description' in other)))
    earlier.link.receive(data)
  await expect.poll(() => later.link.connection()).toBe('open')
})

test('[VID-05] the later peer recreates a connection that cannot be repaired, and the other follows', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const later = makePeer(true)
  const earlier = makePeer(false)
  await vi.waitUntil(() => later.descriptions().length === 1, { timeout: 30_000 })
  for (const data of later.sent) earlier.link.receive(data)
  await vi.waitUntil(() => earlier.descriptions().length === 1, { timeout: 30_000 })

  later.sent.length = 0
  vi.advanceTimersByTime(RECREATE_AFTER_MS)
  await vi.waitUntil(() => later.descriptions().length === 1, { timeout: 30_000 })
  const stale = earlier.descriptions()[0]?.sdp ?? ''
  earlier.sent.length = 0
  let fresh = ''
  const receiveBack = (data: SignalData) => {
    if ('description' in data) fresh = data.description.sdp
    later.link.receive(data)
  }
  await vi.waitUntil(
    () => {
      for (const data of later.sent.splice(0)) earlier.link.receive(data)
      for (const data of earlier.sent.splice(0)) receiveBack(data)
      return later.link.connection() === 'open' && earlier.link.connection() === 'open'
    },
    { timeout: 30_000 },
  )
  expect(fingerprintOf(stale)).toBeTruthy()
  expect(fingerprintOf(fresh)).not.toBe(fingerprintOf(stale))
})
