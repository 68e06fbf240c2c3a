/** `isQuick`: small counts that check the drill itself; they prove nothing and are written nowhere. */
export type Drill = { isQuick: boolean }

/** What was measured, in words, and everything that was not as promised. `isPartial`: some of it could not be tried here. */
export type Outcome = { figures: readonly string[]; faults: readonly string[]; isPartial?: boolean }

export type Proof = {
  id: string
  goal: string
  way: string
  prove: (drill: Drill) => Promise<Outcome>
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`
export const count = (value: number) => value.toLocaleString('en')
export const between = (from: number, to: number) => from + Math.random() * (to - from)

/** The first few and how many there are besides: a table has little room. */
export function firstOf(all: readonly string[], most = 5): string {
  const more = all.length > most ? `; and ${all.length - most} more` : ''
  return `${all.slice(0, most).join('; ')}${more}`
}
