import { beginOfIndiaDay, DAY_MS, INDIA_OFFSET_MS, indiaDay } from '@saathi/contract/core/india-day'

/** By India's clock, `22:00` or `22:00:00`; the end may lie on the next day. */
export type QuietHours = { begins: string; ends: string }

/**
 * Until when nothing can be written; null where it can. A channel's own window and the quiet hours of its programme may lie
 * beside each other: then it is the later end, however often they take turns.
 */
export function closedUntil(
  now: Date,
  { blackoutUntil }: { blackoutUntil: Date | null },
  quietHours: QuietHours | null,
): Date | null {
  let until: Date | null = null
  for (let turn = 0; turn < 3; turn += 1) {
    const at: Date = until ?? now
    const own: Date | null = blackoutUntil !== null && blackoutUntil > at ? blackoutUntil : null
    const quiet = quietHours && endOfQuiet(own ?? at, quietHours)
    const next: Date | null = quiet ?? own
    if (next === null || next.getTime() === until?.getTime()) break
    until = next
  }
  return until
}

/** The end of the quiet hours that this moment lies in; null where it lies in none. The last minute belongs to the day again. */
function endOfQuiet(at: Date, { begins, ends }: QuietHours): Date | null {
  const [from, to] = [millisecondsOf(begins), millisecondsOf(ends)]
  const midnight = beginOfIndiaDay(indiaDay(at)).getTime()
  const time = (at.getTime() + INDIA_OFFSET_MS) % DAY_MS
  if (from < to) return time >= from && time < to ? new Date(midnight + to) : null
  if (time >= from) return new Date(midnight + DAY_MS + to)
  return time < to ? new Date(midnight + to) : null
}

function millisecondsOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
