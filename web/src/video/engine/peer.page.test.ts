import type { SignalData } from '@saathi/contract/video/socket'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pluginDevices } from './devices.fake.ts'
import { fingerprintOf, heed } from './negotiation.ts'
import { ANEW_AFTER_MS, openPeer } from './peer.ts'
import { signalQueue } from './signal-queue.ts'

test.each([
  { says: 'offer', in: 'stable', isLater: false, is: 'take' },
  { says: 'offer', in: 'stable', isLater: true, is: 'offer' },
  { says: 'offer', in: 'have-local-offer', isLater: true, is: 'ignore' },
  { says: 'answer', in: 'have-local-offer', isLater: true, is: 'take' },
  { says: 'answer', in: 'stable', isLater: true, is: 'ignore' },
  { says: 'answer', in: 'stable', isLater: false, is: 'ignore' },
] as const)('to an $says in $in the answer is to $is it (later: $isLater)', ({ says, in: state, isLater, is }) => {
  expect(heed(says, { signalingState: state, isLater })).toBe(is)
})

test('signals are taken one after the other, and one that fails keeps back no other', async () => {
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

/** Says nothing to anybody by itself: what it has said waits in `said`. */
function makePeer(isLater: boolean, onSaid: (data: SignalData) => void = () => {}) {
  const said: SignalData[] = []
  const link = openPeer({
    isLater,
    iceServers: () => [],
    tracks: nothing,
    send: (data) => {
      said.push(data)
      onSaid(data)
    },
    onChange: () => {},
  })
  onTestFinished(() => link.close())
  const descriptions = () => said.flatMap((data) => ('description' in data ? [data.description] : []))
  return { link, said, descriptions }
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
  const later = makePeer(true, (data) => earlier.link.hear(data))
  const earlier = makePeer(false, (data) => later.link.hear(data))
  return { later, earlier }
}

test('[VID-04] whoever came later begins, and sound, camera and screen have their places on both sides', async () => {
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

test('[VID-05] two who begin anew at the same moment agree, and see each other as before', async () => {
  await pluginDevices()
  const [camera = null] = (await navigator.mediaDevices.getUserMedia({ video: true })).getTracks()
  const made = watchConnections()
  const held: (() => void)[] = []
  const later = makePeer(true, (data) => held.push(() => earlier.link.hear(data)))
  const earlier = makePeer(false, (data) => held.push(() => later.link.hear(data)))
  const passOn = () => held.splice(0).forEach((hear) => hear())
  const connections = () => {
    passOn()
    return [later.link.connection(), earlier.link.connection()]
  }
  for (const { link } of [later, earlier]) link.setTracks({ microphone: null, camera, screen: null })
  await expect.poll(connections).toEqual(['open', 'open'])
  for (let turn = 0; turn < 3; turn++) {
    const said = later.descriptions().length + earlier.descriptions().length
    later.link.restart()
    earlier.link.restart()
    // Neither hears of the other before both have begun.
    await expect.poll(() => later.descriptions().length + earlier.descriptions().length).toBe(said + 2)
    await expect.poll(() => connections() && made.map(({ signalingState }) => signalingState)).toEqual(['stable', 'stable'])
  }
  for (const { link } of [later, earlier]) {
    const video = Object.assign(document.createElement('video'), { muted: true, srcObject: link.streams.camera })
    void video.play().catch(() => undefined)
    await expect.poll(() => connections() && video.getVideoPlaybackQuality().totalVideoFrames).toBeGreaterThan(5)
  }
})

test('[VID-05] candidates that come before the offer are not lost', async () => {
  const held: SignalData[] = []
  const later = makePeer(true, (data) => held.push(data))
  const earlier = makePeer(false, (data) => later.link.hear(data))
  await expect.poll(() => held.length).toBeGreaterThan(2)
  for (const data of held.toSorted((one, other) => Number('description' in one) - Number('description' in other)))
    earlier.link.hear(data)
  await expect.poll(() => later.link.connection()).toBe('open')
})

test('[VID-05] what cannot be healed is made anew by the later one, and the other side follows', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const later = makePeer(true)
  const earlier = makePeer(false)
  await vi.waitUntil(() => later.descriptions().length === 1, { timeout: 30_000 })
  for (const data of later.said) earlier.link.hear(data)
  await vi.waitUntil(() => earlier.descriptions().length === 1, { timeout: 30_000 })

  later.said.length = 0
  vi.advanceTimersByTime(ANEW_AFTER_MS)
  await vi.waitUntil(() => later.descriptions().length === 1, { timeout: 30_000 })
  const stale = earlier.descriptions()[0]?.sdp ?? ''
  earlier.said.length = 0
  let fresh = ''
  const hearBack = (data: SignalData) => {
    if ('description' in data) fresh = data.description.sdp
    later.link.hear(data)
  }
  await vi.waitUntil(
    () => {
      for (const data of later.said.splice(0)) earlier.link.hear(data)
      for (const data of earlier.said.splice(0)) hearBack(data)
      return later.link.connection() === 'open' && earlier.link.connection() === 'open'
    },
    { timeout: 30_000 },
  )
  expect(fingerprintOf(stale)).toBeTruthy()
  expect(fingerprintOf(fresh)).not.toBe(fingerprintOf(stale))
})
