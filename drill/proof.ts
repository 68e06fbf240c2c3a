/** `isQuick`: small counts that only check the drill itself. They prove nothing and are not written to the report. */
export type Drill = { isQuick: boolean }

/** The measurements in words, and every broken promise. `isPartial`: a part could not be tried on this machine. */
export type ProofResult = { figures: readonly string[]; faults: readonly string[]; isPartial?: boolean }

export type Proof = {
  id: string
  goal: string
  method: string
  prove: (drill: Drill) => Promise<ProofResult>
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`
export const count = (value: number) => value.toLocaleString('en')
export const between = (from: number, to: number) => from + Math.random() * (to - from)

/** The first few and the number of the rest, to fit in a table cell. */
export function firstOf(all: readonly string[], most = 5): string {
  const more = all.length > most ? `; and ${all.length - most} more` : ''
  return `${all.slice(0, most).join('; ')}${more}`
}
