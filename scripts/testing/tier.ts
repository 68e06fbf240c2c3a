if (process.argv.includes('--all')) process.env.SAATHI_TESTS = 'all'

/** True in `npm run test:all`. Otherwise slow test files and browser tests without `@smoke` are left out. */
export const runsEverything = process.env.SAATHI_TESTS === 'all'

export const slowFiles = '**/*.slow.test.{ts,tsx}'

export const isSlow = (path: string) => /\.slow\.test\.tsx?$/.test(path)

export const smoke = /@smoke/
