import { runsEverything } from '../../scripts/testing/tier.ts'

/** How often something is tried: a few times in `npm test`, as often as it takes to be sure in `npm run test:all`. */
export const rounds = (few: number, many: number): number => (runsEverything ? many : few)
