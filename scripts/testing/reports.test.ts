import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../run.ts'
import { mergeSecondRun, noResults, readPlaywright, readVitest } from './reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(value: object): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(value))
  return path
}

test('readVitest lists passed and failed tests, failed files and the time of each file', () => {
  const assertionResults = [
    { fullName: 'adds', status: 'passed' },
    { fullName: 'subtracts', status: 'failed' },
  ]
  const times = { startTime: 1_000, endTime: 3_500 }
  const path = report({
    testResults: [
      { name: join(root, 'a.test.ts'), status: 'failed', ...times, assertionResults },
      { name: join(root, 'b.test.ts'), status: 'failed', ...times, assertionResults: [] },
    ],
  })
  expect(readVitest(path)).toEqual({
    passed: ['a.test.ts: adds'],
    failed: ['a.test.ts: subtracts'],
    flaky: [],
    files: [
      { path: 'a.test.ts', seconds: 2.5 },
      { path: 'b.test.ts', seconds: 2.5 },
    ],
    failedFiles: ['a.test.ts', 'b.test.ts'],
  })
})

test('readPlaywright counts a flaky test as passed and names it', () => {
  const run = (status: string) => [{ projectName: 'phone', status, results: [{ duration: 2_000 }] }]
  const specs = ['expected', 'unexpected', 'flaky'].map((status) => ({ title: status, file: 'a.e2e.ts', tests: run(status) }))
  expect(readPlaywright(report({ suites: [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }] }))).toEqual({
    passed: ['e2e/a.e2e.ts: expected (phone)', 'e2e/a.e2e.ts: flaky (phone)'],
    failed: ['e2e/a.e2e.ts: unexpected (phone)'],
    flaky: ['e2e/a.e2e.ts: flaky (phone)'],
    files: [{ path: 'e2e/a.e2e.ts', seconds: 6 }],
    failedFiles: ['e2e/a.e2e.ts'],
  })
})

test('a report that was never written has no results', () => {
  expect(readVitest(join(folder, 'none.json'))).toEqual(noResults)
  expect(readPlaywright(join(folder, 'none.json'))).toEqual(noResults)
})

test('mergeSecondRun keeps a repeated failure and reports a test that passes at last as flaky', () => {
  const first = { ...noResults, passed: ['a'], failed: ['b', 'c'], failedFiles: ['x.test.ts'] }
  const second = { ...noResults, passed: ['a', 'b'], failed: ['c'], failedFiles: ['x.test.ts'] }
  expect(mergeSecondRun(first, second)).toMatchObject({ passed: ['a', 'b'], failed: ['c'], flaky: ['b'] })
})

test('mergeSecondRun reports a file that could not start at first as flaky', () => {
  const first = { ...noResults, failedFiles: ['x.test.ts'] }
  const second = { ...noResults, passed: ['x.test.ts: a'] }
  expect(mergeSecondRun(first, second)).toMatchObject({ failed: [], flaky: ['x.test.ts'] })
})
