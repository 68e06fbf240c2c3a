import { runsEverything } from '../../scripts/testing/tier.ts'

/** The number of repetitions: a few in `npm test`, many in `npm run test:all`. */
export const rounds = (few: number, many: number): number => (runsEverything ? many : few)
