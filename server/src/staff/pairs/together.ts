import type { Stay } from './facts-store.ts'

const MINUTE_MS = 60_000

/** For each call: when it began, and for how long at least two people were in it. Newest first, like the stays. */
export function togetherOf(stays: readonly Stay[]): { startedAt: string; minutes: number }[] {
  return [...Map.groupBy(stays, ({ roomId }) => roomId).values()]
    .map((own) => ({
      startedAt: Math.min(...own.map(({ joinedAt }) => joinedAt.getTime())),
      minutes: Math.round(millisecondsTogether(own) / MINUTE_MS),
    }))
    .toSorted((one, other) => other.startedAt - one.startedAt)
    .map(({ startedAt, minutes }) => ({ startedAt: new Date(startedAt).toISOString(), minutes }))
}

/** A person who reconnects has several stays, which may overlap. */
function millisecondsTogether(stays: readonly Stay[]): number {
  const moments = stays
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
