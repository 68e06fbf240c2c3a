import { expect, test } from 'vitest'
import { RECORDING_SIZE, fitInto, areasOf } from './recording-picture.ts'
import { speakers } from './call-measurements.ts'
import { countOf, entriesOf, sampleOf, statOf } from './stats.ts'

const report = (bytes: number, lost: number) =>
  new Map<string, unknown>(
    Object.entries({
      out: { id: 'out', type: 'outbound-rtp', kind: 'video', bytesSent: bytes },
      in: {
        id: 'in',
        type: 'inbound-rtp',
        kind: 'audio',
        bytesReceived: bytes * 2,
        packetsLost: lost,
        packetsReceived: bytes / 10,
      },
      seen: { id: 'seen', type: 'inbound-rtp', kind: 'video', frameWidth: 640, frameHeight: 360, framesPerSecond: 23.8 },
      far: { id: 'far', type: 'remote-inbound-rtp', kind: 'audio', fractionLost: 0.08, roundTripTime: 0.12 },
      pair: { id: 'pair', type: 'candidate-pair', nominated: true, state: 'succeeded', availableOutgoingBitrate: 400_000 },
      odd: { type: 'a kind without an id' },
    }),
  )

test('[VID-04] bytes and losses are counted between two readings', () => {
  const before = countOf(entriesOf(report(1_000, 0)), 0)
  const entries = entriesOf(report(11_000, 100))
  expect(statOf('a', entries, countOf(entries, 2_000), before)).toEqual({
    peerId: 'a',
    kbitUp: 40,
    kbitDown: 80,
    lossPercent: 9.1,
    rttMs: 120,
    width: 640,
    height: 360,
    framesPerSecond: 24,
  })
})

test("[VID-04] the quality sample comes from the receiver's report", () => {
  expect(sampleOf(entriesOf(report(0, 0)))).toEqual({ lossPercent: 8, rttMs: 120, availableBits: 400_000 })
  expect(sampleOf([])).toEqual({ lossPercent: 0, rttMs: 0, availableBits: null })
})

test('[VID-04] a recreated connection never shows negative numbers', () => {
  const before = countOf(entriesOf(report(50_000, 10)), 0)
  const entries = entriesOf(report(100, 0))
  const stat = statOf('a', entries, countOf(entries, 2_000), before)
  expect([stat.kbitUp, stat.kbitDown, stat.lossPercent]).toEqual([0, 0, 0])
})

test('[VID-04] a speaker stays active for a moment after falling silent, but not after leaving', () => {
  const speaking = speakers()
  expect(
    speaking.update(
      new Map([
        ['a', 0.3],
        ['b', 0.001],
      ]),
      0,
    ),
  ).toBe(true)
  expect([speaking.isSpeaking('a'), speaking.isSpeaking('b')]).toEqual([true, false])
  expect(
    speaking.update(
      new Map([
        ['a', 0],
        ['b', 0],
      ]),
      500,
    ),
  ).toBe(false)
  expect(
    speaking.update(
      new Map([
        ['a', 0],
        ['b', 0],
      ]),
      1_000,
    ),
  ).toBe(true)
  expect(speaking.isSpeaking('a')).toBe(false)
  speaking.update(new Map([['a', 0.3]]), 2_000)
  expect(speaking.update(new Map(), 2_100)).toBe(true)
})

test.each([1, 2, 3, 5, 8])('[VID-03] %s people each have an area in the recording, with and without a screen', (people) => {
  for (const hasScreen of [false, true]) {
    const places = areasOf(people, hasScreen)
    expect(places.people).toHaveLength(people)
    for (const { x, y, width, height } of places.people) {
      expect(x + width).toBeLessThanOrEqual(RECORDING_SIZE.width)
      expect(y + height).toBeLessThanOrEqual(RECORDING_SIZE.height)
    }
    expect(new Set(places.people.map(({ x, y }) => `${x} ${y}`)).size).toBe(people)
  }
})

test('a picture keeps its aspect ratio', () => {
  const place = { x: 0, y: 0, width: 320, height: 360 }
  expect(fitInto(place, 640, 360)).toEqual({ x: 0, y: 90, width: 320, height: 180 })
  expect(fitInto(place, 0, 0).width).toBe(0)
})
