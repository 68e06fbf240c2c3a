const waitsMs = [30_000, 60_000, 120_000, 300_000, 600_000]
/** Longer than a single call that failed makes the server seem away. */
const AWAY_MS = 20_000

export const waitMs = (failures: number): number => waitsMs[Math.min(failures, waitsMs.length - 1)] ?? 0

/** Lines with something that did not get through where other things do: each try may cost a whole upload. */
const jammed = new Map<string, { failures: number; until: number }>()

export function noteJam(line: string): void {
  const failures = jammed.get(line)?.failures ?? 0
  jammed.set(line, { failures: failures + 1, until: Date.now() + waitMs(failures) })
}

export const clearJam = (line: string): boolean => jammed.delete(line)
export const clearJams = (): void => jammed.clear()

export const jammedLines = (): string[] => [...jammed].flatMap(([line, { until }]) => (until > Date.now() ? [line] : []))

/** Until the next of them may be tried; those that may be are tried with everything else. */
export const jamMs = (): number =>
  Math.min(...[...jammed.values()].flatMap(({ until }) => (until > Date.now() ? [until - Date.now()] : [])))

let awaySince: number | null = null

/** Whether the server is back after it was really away, and not only silent to one of our own calls. */
export function isBackAfter(isOnline: boolean): boolean {
  if (!isOnline) {
    awaySince ??= Date.now()
    return false
  }
  const wasAway = awaySince !== null && Date.now() - awaySince > AWAY_MS
  awaySince = null
  return wasAway
}
