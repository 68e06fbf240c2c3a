import type { CallPeople } from './call-people.ts'
import type { CallStat, QualityChoice } from './call-snapshot.ts'
import type { PeerLink } from './peer.ts'
import { ceilingOf, SAMPLE_EVERY_MS } from './quality.ts'
import { type SenderQuality, senderQuality } from './sender-quality.ts'
import { type StatCounts, countOf, entriesOf, statOf } from './stats.ts'

export type Measurements = {
  speaking: Speaking
  /** Changes of quality, screen sharing or participants take effect immediately. */
  measureNow: () => Promise<void>
  readStats: () => Promise<readonly CallStat[]>
  close: () => void
}

async function ownLoudness(links: Iterable<PeerLink>): Promise<number> {
  for (const link of links) {
    if (link.connection() !== 'open') continue
    const report = await link.senders()?.microphone.getStats()
    const source = report && entriesOf(report).find(({ type }) => type === 'media-source')
    return source?.audioLevel ?? 0
  }
  return 0
}

/** Periodic measurements: who is speaking, and how much each connection can carry. */
export function startMeasuring(options: {
  people: CallPeople
  sending: () => { choice: QualityChoice; isSharing: boolean; isMicrophoneOn: boolean }
  onSpeaking: () => void
  onLevel: (level: number, isWeak: boolean) => void
}): Measurements {
  const { people } = options
  const qualities = new WeakMap<PeerLink, SenderQuality>()
  const counts = new WeakMap<PeerLink, StatCounts>()
  const speaking = speakers()
  let measuring: Promise<void> | null = null

  async function measure(): Promise<void> {
    const { choice, isSharing } = options.sending()
    const ceiling = ceilingOf(people.now().length, choice)
    const levels = await Promise.all(
      Array.from(people.links().values(), async (link) => {
        const quality = qualities.get(link) ?? senderQuality(link, ceiling, performance.now())
        qualities.set(link, quality)
        // Rejected if the connection was closed during the measurement.
        await quality.measure({ ceiling, isSharing }, performance.now()).catch(() => undefined)
        return quality.level()
      }),
    )
    const level = Math.min(ceiling, ...levels)
    options.onLevel(level, level === 0 && ceiling > 0)
  }

  async function measureNow(): Promise<void> {
    await measuring
    measuring ??= measure().finally(() => {
      measuring = null
    })
    await measuring
  }

  async function sampleSpeaking(): Promise<void> {
    const me = people.me()
    const levels = new Map(Array.from(people.links(), ([peerId, link]) => [peerId, link.loudness()]))
    if (me !== null && options.sending().isMicrophoneOn) levels.set(me, await ownLoudness(people.links().values()))
    if (speaking.update(levels, performance.now())) options.onSpeaking()
  }

  const timers = [
    setInterval(() => void measureNow(), SAMPLE_EVERY_MS),
    setInterval(() => void sampleSpeaking().catch(() => undefined), SAMPLE_SPEAKING_EVERY_MS),
  ]

  return {
    speaking,
    measureNow,
    readStats: () =>
      Promise.all(
        Array.from(people.links(), async ([peerId, link]) => {
          const entries = entriesOf(await link.stats())
          const now = countOf(entries, performance.now())
          const stat = statOf(peerId, entries, now, counts.get(link) ?? now)
          counts.set(link, now)
          return stat
        }),
      ),
    close: () => timers.forEach((timer) => clearInterval(timer)),
  }
}

const SAMPLE_SPEAKING_EVERY_MS = 250
const LOUD = 0.02
/** A short pause does not end speaking. */
const STAYS_FOR_MS = 900

type Speaking = {
  /** True if someone started or stopped speaking. */
  update: (levels: ReadonlyMap<string, number>, now: number) => boolean
  isSpeaking: (peerId: string) => boolean
}

export function speakers(): Speaking {
  const until = new Map<string, number>()
  let speaking = new Set<string>()
  return {
    update: (levels, now) => {
      for (const [peerId, level] of levels) if (level > LOUD) until.set(peerId, now + STAYS_FOR_MS)
      for (const peerId of until.keys()) if (!levels.has(peerId)) until.delete(peerId)
      const next = new Set([...until].filter(([, end]) => end > now).map(([peerId]) => peerId))
      const isOther = next.size !== speaking.size || [...next].some((peerId) => !speaking.has(peerId))
      speaking = next
      return isOther
    },
    isSpeaking: (peerId) => speaking.has(peerId),
  }
}
