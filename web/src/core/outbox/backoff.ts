import { createStore } from '../store.ts'

const retryDelaysMs = [30_000, 60_000, 120_000, 300_000, 600_000]
/** After a single failed call, the server counts as unreachable for a few seconds; an outage is longer than this. */
const OUTAGE_MS = 20_000

export const retryDelayMs = (failures: number): number => retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0

/** Queues whose entry failed while others got through. Back off: each attempt may cost a whole upload. */
const stuck = new Map<string, { failures: number; until: number }>()

export function markStuck(line: string): void {
  const failures = stuck.get(line)?.failures ?? 0
  stuck.set(line, { failures: failures + 1, until: Date.now() + retryDelayMs(failures) })
}

export const clearStuck = (line: string): boolean => stuck.delete(line)
export const clearAllStuck = (): void => stuck.clear()

export const stuckLines = (): string[] => [...stuck].flatMap(([line, { until }]) => (until > Date.now() ? [line] : []))

/** Time until the next stuck queue may be retried. Those already due are sent with everything else. */
export const stuckRetryMs = (): number =>
  Math.min(...[...stuck.values()].flatMap(({ until }) => (until > Date.now() ? [until - Date.now()] : [])))

const awaySince = createStore<number | null>(null)

/** Whether the server is back after a real outage, and not just after a single failed call. */
export function isBackAfterOutage(isOnline: boolean): boolean {
  if (!isOnline) {
    awaySince.set(awaySince.get() ?? Date.now())
    return false
  }
  const wasAway = Date.now() - (awaySince.get() ?? Infinity) > OUTAGE_MS
  awaySince.set(null)
  return wasAway
}
