import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addCounts, playwrightCounts, vitestCounts } from './test-counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-counts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(value: object): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(value))
  return path
}

test('passed and failed are read from either report', () => {
  expect(vitestCounts(report({ numPassedTests: 7, numFailedTests: 2 }))).toEqual({ passed: 7, failed: 2 })
  expect(playwrightCounts(report({ stats: { expected: 5, unexpected: 1, flaky: 1 } }))).toEqual({ passed: 5, failed: 2 })
})

test('a report that was never written counts nothing', () => {
  expect(vitestCounts(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0 })
})

test('counts add up', () => {
  expect(addCounts({ passed: 1, failed: 0 }, { passed: 2, failed: 3 })).toEqual({ passed: 3, failed: 3 })
})
