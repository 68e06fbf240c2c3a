import * as z from 'zod/mini'
import type { CallStat } from './call-snapshot.ts'
import type { QualitySample } from './quality.ts'

/** The fields of a stats report used here; each browser omits some. */
const Entry = z.object({
  id: z.string(),
  type: z.string(),
  kind: z.optional(z.string()),
  nominated: z.optional(z.boolean()),
  state: z.optional(z.string()),
  bytesSent: z.optional(z.number()),
  bytesReceived: z.optional(z.number()),
  packetsLost: z.optional(z.number()),
  packetsReceived: z.optional(z.number()),
  fractionLost: z.optional(z.number()),
  roundTripTime: z.optional(z.number()),
  currentRoundTripTime: z.optional(z.number()),
  availableOutgoingBitrate: z.optional(z.number()),
  frameWidth: z.optional(z.number()),
  frameHeight: z.optional(z.number()),
  framesPerSecond: z.optional(z.number()),
  audioLevel: z.optional(z.number()),
})
export type StatEntry = z.infer<typeof Entry>

export function entriesOf(report: RTCStatsReport): StatEntry[] {
  const found: StatEntry[] = []
  report.forEach((value: unknown) => {
    const entry = z.safeParse(Entry, value).data
    if (entry) found.push(entry)
  })
  return found
}

const pairOf = (entries: readonly StatEntry[]) =>
  entries.find(({ type, nominated, state }) => type === 'candidate-pair' && nominated === true && state === 'succeeded')

/** The receiver's report about our audio. */
export function sampleOf(entries: readonly StatEntry[]): QualitySample {
  const remote = entries.find(({ type, kind }) => type === 'remote-inbound-rtp' && kind === 'audio')
  const pair = pairOf(entries)
  return {
    lossPercent: (remote?.fractionLost ?? 0) * 100,
    rttMs: (remote?.roundTripTime ?? pair?.currentRoundTripTime ?? 0) * 1_000,
    availableBits: pair?.availableOutgoingBitrate ?? null,
  }
}

export type StatCounts = { at: number; up: number; down: number; lost: number; received: number }

const sum = (entries: readonly StatEntry[], type: string, count: (entry: StatEntry) => number | undefined) =>
  entries.filter((entry) => entry.type === type).reduce((total, entry) => total + (count(entry) ?? 0), 0)

export const countOf = (entries: readonly StatEntry[], at: number): StatCounts => ({
  at,
  up: sum(entries, 'outbound-rtp', ({ bytesSent }) => bytesSent),
  down: sum(entries, 'inbound-rtp', ({ bytesReceived }) => bytesReceived),
  lost: sum(entries, 'inbound-rtp', ({ packetsLost }) => packetsLost),
  received: sum(entries, 'inbound-rtp', ({ packetsReceived }) => packetsReceived),
})

/** The difference since the previous count; a recreated connection starts at zero. */
export function statOf(peerId: string, entries: readonly StatEntry[], now: StatCounts, before: StatCounts): CallStat {
  const kbit = (bytes: number) => (now.at > before.at ? Math.max(0, Math.round((bytes * 8) / (now.at - before.at))) : 0)
  const lost = Math.max(0, now.lost - before.lost)
  const all = lost + Math.max(0, now.received - before.received)
  const pictures = entries.filter(({ type, kind, frameWidth }) => type === 'inbound-rtp' && kind === 'video' && frameWidth)
  const largest = pictures.toSorted((one, other) => (other.frameWidth ?? 0) - (one.frameWidth ?? 0))[0]
  return {
    peerId,
    kbitUp: kbit(now.up - before.up),
    kbitDown: kbit(now.down - before.down),
    lossPercent: all > 0 ? Math.round((lost / all) * 1_000) / 10 : 0,
    rttMs: Math.round(sampleOf(entries).rttMs),
    width: largest?.frameWidth ?? 0,
    height: largest?.frameHeight ?? 0,
    framesPerSecond: Math.round(largest?.framesPerSecond ?? 0),
  }
}
