import { runsEverything } from '../../scripts/testing/tier.ts'

/** For a long table of slow cases: all rows in `npm run test:all`, and `quick` rows spread over it in `npm test`. */
export function rows<Row>(table: readonly Row[], quick: number): Row[] {
  if (runsEverything || table.length <= quick) return [...table]
  return Array.from({ length: quick }, (_, at) => table[Math.floor((at * table.length) / quick)]).filter(
    (row) => row !== undefined,
  )
}
