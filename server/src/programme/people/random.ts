/** Random numbers that are the same for the same seed (mulberry32): the demo looks alike on every machine. */
export type Random = ReturnType<typeof createRandom>

export function createRandom(seed: number) {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  function pick<T>(list: readonly T[]): T {
    const item = list[between(0, list.length - 1)]
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }
  /** In the order of the list. */
  function pickSome<T>(list: readonly T[], count: number): T[] {
    const left = [...list]
    while (left.length > Math.max(0, count)) left.splice(between(0, left.length - 1), 1)
    return left
  }
  const isTrue = (chance: number) => next() < chance
  const timeOfDay = (from: number, until: number) =>
    `${String(between(from, until)).padStart(2, '0')}:${String(between(0, 59)).padStart(2, '0')}`
  return { between, pick, pickSome, isTrue, timeOfDay }
}
