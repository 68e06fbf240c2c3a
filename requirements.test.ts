import { expect, test } from 'vitest'
import { toSource } from './scripts/rules/source.ts'
import { compare, readLines, readTitles, requirementsReport, type Line } from './scripts/requirements.ts'

/** Reads every file of the project while other tests keep the machine busy. */
const READING_ALL_MS = 90_000

/** Read once for both tests. */
let report: ReturnType<typeof requirementsReport> | undefined
const readReport = () => (report ??= requirementsReport())

const line = (id: string, state: Line['state']): Line => ({ id, state, text: 'Something holds.' })
const titled = (...titles: string[]) => titles.map((title) => ({ title, path: 'a.test.ts' }))

test(
  'the list of requirements and the tests agree',
  async () => {
    expect((await readReport()).faults).toEqual([])
  },
  READING_ALL_MS,
)

test(
  'every line of the specification is on the list',
  async () => {
    const { kept, begun, untested } = await readReport()
    expect(kept.length + begun.length + untested.length).toBe(166)
  },
  READING_ALL_MS,
)

test('a line is read with its id and state', () => {
  expect(readLines('| ACC-01 | It works. | kept |\n| ACC-02 | It will. | not yet |\n| x | y | z |')).toEqual([
    { id: 'ACC-01', text: 'It works.', state: 'kept' },
    { id: 'ACC-02', text: 'It will.', state: 'not yet' },
  ])
})

test('titles are read from plain, repeated and nested tests', () => {
  const text =
    "test('[ACC-01] a', () => {})\ntest.each([1])(`[ACC-02] ${b}`, () => {})\ntest.describe('[ACC-03] c', () => {})\ntest.use({})"
  expect(readTitles(toSource('a.test.ts', text)).map((title) => /[A-Z]{3}-\d\d/.exec(title)?.[0])).toEqual([
    'ACC-01',
    'ACC-02',
    'ACC-03',
  ])
})

test('a kept line without a test is a fault', () => {
  expect(compare([line('ACC-01', 'kept')], []).faults).toHaveLength(1)
  expect(compare([line('ACC-01', 'kept')], titled('[ACC-01] holds')).faults).toEqual([])
})

test('two ids in one title are a fault', () => {
  const lines = [line('ACC-01', 'kept'), line('ACC-02', 'kept')]
  expect(compare(lines, titled('[ACC-01] [ACC-02] hold')).faults).toHaveLength(1)
})

test('an id nobody knows is a fault', () => {
  expect(compare([], titled('[ACC-99] holds')).faults).toHaveLength(1)
})

test('a line that stands twice is a fault', () => {
  expect(compare([line('ACC-01', 'not yet'), line('ACC-01', 'not yet')], []).faults).toHaveLength(1)
})

test('a line not yet kept is begun once a test carries it', () => {
  const { begun, untested } = compare([line('LRN-01', 'not yet'), line('LRN-02', 'not yet')], titled('[LRN-01] holds'))
  expect([begun, untested].map((lines) => lines.map(({ id }) => id))).toEqual([['LRN-01'], ['LRN-02']])
})
