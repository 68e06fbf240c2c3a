import { expect, test } from 'vitest'
import { noResults } from './reports.ts'
import { summarise } from './summary.ts'

test('a summary names the steps, the slowest files and flaky tests, and ends with the counts', () => {
  const steps = [
    { name: 'format', seconds: 1.2 },
    { name: 'tests', seconds: 130 },
  ]
  const files = Array.from({ length: 12 }, (_, at) => ({ path: `${at}.test.ts`, seconds: at }))
  const results = { ...noResults, passed: ['a', 'b'], failed: ['c'], flaky: ['b'], files }
  const lines = summarise(steps, 131, results, 1)
  expect(lines).toContain('           1 s  format')
  expect(lines).toContain('    2 min 10 s  tests')
  expect(lines).toContain('    2 min 11 s  in all')
  expect(lines.filter((line) => line.endsWith('.test.ts'))).toHaveLength(10)
  expect(lines).toContain('          11 s  11.test.ts')
  expect(lines).toContain('  b')
  expect(lines.at(-1)).toBe('2 passed, 2 failed')
})
