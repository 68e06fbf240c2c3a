import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These wait for minutes, mostly for others: begun last, they would keep everybody waiting. */
const longest = ['/chat/kill-embedded.test.ts', '/chat/kill-database.test.ts']

const isLong = ({ moduleId }: TestSpecification) => longest.some((end) => moduleId.endsWith(end))

/** The longest first, then the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own, of another kind than an array's
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
