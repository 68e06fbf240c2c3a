import type { CallAttendance } from './facts-store.ts'

const MINUTE_MS = 60_000

/** For each call: when it began, and for how long at least two people were in it. Newest first. */
export function callDurations(visits: readonly CallAttendance[]): { startedAt: string; minutes: number }[] {
  return [...Map.groupBy(visits, ({ roomId }) => roomId).values()]
    .map((own) => ({
      startedAt: Math.min(...own.map(({ joinedAt }) => joinedAt.getTime())),
      minutes: Math.round(millisecondsTogether(own) / MINUTE_MS),
    }))
    .toSorted((one, other) => other.startedAt - one.startedAt)
    .map(({ startedAt, minutes }) => ({ startedAt: new Date(startedAt).toISOString(), minutes }))
}

/** A person who reconnects has several visits, which may overlap. */
function millisecondsTogether(visits: readonly CallAttendance[]): number {
  const moments = visits
    .flatMap(({ personId, joinedAt, leftAt }) => [
      { at: joinedAt.getTime(), personId, change: 1 },
      { at: leftAt.getTime(), personId, change: -1 },
    ])
    .toSorted((one, other) => one.at - other.at || other.change - one.change)
  const open = new Map<number, number>()
  let [total, before] = [0, 0]
  for (const { at, personId, change } of moments) {
    if ([...open.values()].filter((count) => count > 0).length > 1) total += at - before
    open.set(personId, (open.get(personId) ?? 0) + change)
    before = at
  }
  return total
}
