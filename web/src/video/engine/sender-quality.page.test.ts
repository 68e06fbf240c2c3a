import { expect, onTestFinished, test } from 'vitest'
import type { PeerLink } from './peer.ts'
import { scaleOf, senderQuality } from './sender-quality.ts'

/** A connection with the quality given by the test. */
function makeLink() {
  const connection = new RTCPeerConnection()
  onTestFinished(() => connection.close())
  const track =
    Object.assign(document.createElement('canvas'), { width: 640, height: 360 }).captureStream(1).getTracks()[0] ?? null
  const microphone = connection.addTransceiver('audio').sender
  const camera = connection.addTransceiver(track ?? 'video').sender
  const screen = connection.addTransceiver('video').sender
  const way = { fractionLost: 0, available: 2_000_000, isOpen: true }
  const link: Pick<PeerLink, 'connection' | 'senders' | 'stats'> = {
    connection: () => (way.isOpen ? 'open' : 'lost'),
    senders: () => ({ microphone, camera, screen }),
    stats: async () =>
      new Map<string, unknown>([
        ['a', { id: 'a', type: 'remote-inbound-rtp', kind: 'audio', fractionLost: way.fractionLost, roundTripTime: 0.05 }],
        ['b', { id: 'b', type: 'candidate-pair', nominated: true, state: 'succeeded', availableOutgoingBitrate: way.available }],
        ['c', { id: 'c', type: 'candidate-pair', nominated: false, state: 'failed', availableOutgoingBitrate: 1 }],
      ]),
  }
  const sent = (sender: RTCRtpSender) => sender.getParameters().encodings[0]
  return { link, way, sound: () => sent(microphone), picture: () => sent(camera), shown: () => sent(screen) }
}

test('[VID-04] the video adapts to the connection, and the audio is never reduced', async () => {
  const { link, way, sound, picture } = makeLink()
  const quality = senderQuality(link, 4, 0)
  const at = (seconds: number) => quality.measure({ ceiling: 4, isSharing: false }, seconds * 1_000)
  await at(2)
  expect(picture()).toMatchObject({ active: true, maxBitrate: 500_000, maxFramerate: 24, scaleResolutionDownBy: 1 })
  expect(sound()).toMatchObject({ active: true, maxBitrate: 24_000, priority: 'high', networkPriority: 'high' })
  way.fractionLost = 0.2
  await at(4)
  expect(picture()).toMatchObject({ active: true, maxBitrate: 150_000, scaleResolutionDownBy: 2 })
  await at(6)
  expect(quality.level()).toBe(0)
  expect(picture()?.active).toBe(false)
  expect(sound()).toMatchObject({ active: true, maxBitrate: 24_000 })
  way.fractionLost = 0
  for (let seconds = 8; seconds <= 14; seconds += 2) await at(seconds)
  expect(quality.level()).toBe(0)
  await at(16)
  expect(picture()).toMatchObject({ active: true, maxBitrate: 60_000, scaleResolutionDownBy: 4 })
})

test('[VID-04] the bandwidth estimate of the first seconds is ignored', async () => {
  const { link, way } = makeLink()
  const quality = senderQuality(link, 4, 0)
  way.available = 300_000
  await quality.measure({ ceiling: 4, isSharing: false }, 2_000)
  expect(quality.level()).toBe(4)
  await quality.measure({ ceiling: 4, isSharing: false }, 6_000)
  expect(quality.level()).toBe(3)
})

test('[VID-04] while sharing a screen the camera uses the lowest level', async () => {
  const { link, picture, shown } = makeLink()
  const quality = senderQuality(link, 4, 0)
  await quality.measure({ ceiling: 4, isSharing: true }, 2_000)
  expect(picture()).toMatchObject({ active: true, maxBitrate: 60_000 })
  expect(shown()).toMatchObject({ active: true, maxBitrate: 500_000, maxFramerate: 8 })
})

test('[VID-04] a lost connection is not measured, but a new choice applies', async () => {
  const { link, way } = makeLink()
  const quality = senderQuality(link, 4, 0)
  way.isOpen = false
  way.fractionLost = 1
  await quality.measure({ ceiling: 1, isSharing: false }, 2_000)
  expect(quality.level()).toBe(1)
})

test('a picture is never scaled up', () => {
  expect(scaleOf(null, 360)).toBe(1)
})
