import type { QualityChoice } from './call-snapshot.ts'

/** Measurements of one connection over the last two seconds; `loss` is that of the audio. */
export type QualitySample = {
  lossPercent: number
  rttMs: number
  /** The browser's bandwidth estimate; null if unknown. */
  availableBits: number | null
}

export type Step = { height: number; framesPerSecond: number; bits: number }

export const SOUND_BITS = 24_000
export const SAMPLE_EVERY_MS = 2_000
const UP_AFTER_MS = 10_000
/** A browser that sends little cannot estimate more bandwidth: after this long without loss, try the next level. */
const TRY_AFTER_MS = 30_000
const TOP = 4

/** The video limits per level; 0 is no video. Audio is never reduced. */
const ladder: readonly Step[] = [
  { height: 0, framesPerSecond: 0, bits: 0 },
  { height: 90, framesPerSecond: 8, bits: 60_000 },
  { height: 180, framesPerSecond: 15, bits: 150_000 },
  { height: 270, framesPerSecond: 20, bits: 300_000 },
  { height: 360, framesPerSecond: 24, bits: 500_000 },
]

export const stepOf = (level: number): Step => ladder[level] ?? { height: 0, framesPerSecond: 0, bits: 0 }

/** Every participant sends to every other: the more people, the less bandwidth for each. */
const ceilingFor = (people: number) => (people <= 2 ? TOP : people === 3 ? 3 : people <= 5 ? 2 : 1)

export function ceilingOf(people: number, choice: QualityChoice): number {
  if (choice === 'sound') return 0
  if (choice === 'high') return TOP
  return choice === 'low' ? 1 : ceilingFor(people)
}

export const isGood = ({ lossPercent, rttMs }: QualitySample): boolean => lossPercent < 2 && rttMs <= 600

const costOf = (level: number) => stepOf(level).bits + SOUND_BITS

/** Down immediately, up slowly. `goodForMs`: how long the connection has been good. */
export function nextLevel(level: number, sample: QualitySample, ceiling: number, goodForMs: number): number {
  const now = Math.min(level, ceiling)
  const { lossPercent, rttMs, availableBits } = sample
  if (lossPercent > 15) return Math.max(0, now - 2)
  const isTight = now > 0 && availableBits !== null && availableBits < costOf(now) * 1.2
  if (lossPercent > 5 || rttMs > 600 || isTight) return Math.max(0, now - 1)
  if (now >= ceiling || !isGood(sample)) return now
  const hasRoom = availableBits === null || availableBits > costOf(now + 1) * 1.5
  return goodForMs >= (hasRoom ? UP_AFTER_MS : TRY_AFTER_MS) ? now + 1 : now
}
