import { startOfIndiaDay, INDIA_OFFSET_MS, indiaDay } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'

/** In India's time zone, `22:00` or `22:00:00`; may end on the next day. */
export type QuietHours = { begins: string; ends: string }

/**
 * The time until which nobody can write; null if the channel is open. If the channel's blackout and the programme's quiet hours
 * overlap or adjoin, this is the end of the last of them.
 */
export function closedUntil(
  now: Date,
  { blackoutUntil }: { blackoutUntil: Date | null },
  quietHours: QuietHours | null,
): Date | null {
  let until: Date | null = null
  for (let round = 0; round < 3; round += 1) {
    const at: Date = until ?? now
    const blackout: Date | null = blackoutUntil !== null && blackoutUntil > at ? blackoutUntil : null
    const quiet = quietHours && endOfQuiet(blackout ?? at, quietHours)
    const next: Date | null = quiet ?? blackout
    if (next === null || next.getTime() === until?.getTime()) break
    until = next
  }
  return until
}

/** The end of the quiet hours around this time; null if there are none. At the end time itself writing is allowed again. */
function endOfQuiet(at: Date, { begins, ends }: QuietHours): Date | null {
  const [from, to] = [millisecondsOf(begins), millisecondsOf(ends)]
  const midnight = startOfIndiaDay(indiaDay(at)).getTime()
  const time = (at.getTime() + INDIA_OFFSET_MS) % DAY_MS
  if (from < to) return time >= from && time < to ? new Date(midnight + to) : null
  if (time >= from) return new Date(midnight + DAY_MS + to)
  return time < to ? new Date(midnight + to) : null
}

function millisecondsOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
