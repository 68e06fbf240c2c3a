import { expect, test } from 'vitest'
import { toSource } from './scripts/rules/source.ts'
import { compare, readRequirements, readTitles, requirementsReport, type Requirement } from './scripts/requirements.ts'

/** Reads every file of the project while other tests keep the machine busy. */
const READING_ALL_MS = 90_000

/** Read once for both tests. */
let report: ReturnType<typeof requirementsReport> | undefined
const readReport = () => (report ??= requirementsReport())

const requirement = (id: string, state: Requirement['state']): Requirement => ({ id, state, text: 'Something holds.' })
const titled = (...titles: string[]) => titles.map((title) => ({ title, path: 'a.test.ts' }))

test(
  'the list of requirements and the tests agree',
  async () => {
    expect((await readReport()).faults).toEqual([])
  },
  READING_ALL_MS,
)

test(
  'every requirement of the specification is on the list',
  async () => {
    const { kept, begun, untested } = await readReport()
    const ids = [...kept, ...begun, ...untested].map(({ id }) => id)
    // Lines under DAY are our own additions and are not counted.
    expect(new Set(ids.filter((id) => !id.startsWith('DAY-'))).size).toBe(222)
  },
  READING_ALL_MS,
)

test('a requirement is read with its id and state', () => {
  expect(readRequirements('| ACC-01 | It works. | kept |\n| ACC-02 | It will. | not yet |\n| x | y | z |')).toEqual([
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

test('a kept requirement without a test is a fault', () => {
  expect(compare([requirement('ACC-01', 'kept')], []).faults).toHaveLength(1)
  expect(compare([requirement('ACC-01', 'kept')], titled('[ACC-01] holds')).faults).toEqual([])
})

test('two ids in one title are a fault', () => {
  const lines = [requirement('ACC-01', 'kept'), requirement('ACC-02', 'kept')]
  expect(compare(lines, titled('[ACC-01] [ACC-02] hold')).faults).toHaveLength(1)
})

test('an unknown id is a fault', () => {
  expect(compare([], titled('[ACC-99] holds')).faults).toHaveLength(1)
})

test('a requirement listed twice is a fault', () => {
  expect(compare([requirement('ACC-01', 'not yet'), requirement('ACC-01', 'not yet')], []).faults).toHaveLength(1)
})

test('a requirement that is not yet kept counts as begun once a test carries its id', () => {
  const { begun, untested } = compare(
    [requirement('LRN-01', 'not yet'), requirement('LRN-02', 'not yet')],
    titled('[LRN-01] holds'),
  )
  expect([begun, untested].map((lines) => lines.map(({ id }) => id))).toEqual([['LRN-01'], ['LRN-02']])
})
