import { hash } from 'node:crypto'

export type RowDigest = { rows: number; sum: string }

/** The sum of the rows' hashes does not depend on their order, so nothing has to be sorted. */
export function digestRows() {
  let rows = 0
  let sum = 0n
  return {
    add: (row: Uint8Array) => {
      rows += 1
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash('sha256', row)}`))
    },
    result: (): RowDigest => ({ rows, sum: sum.toString(16).padStart(64, '0') }),
  }
}
