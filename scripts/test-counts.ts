import { existsSync, readFileSync } from 'node:fs'

export type Counts = { passed: number; failed: number }
export const none: Counts = { passed: 0, failed: 0 }

export const addCounts = (a: Counts, b: Counts): Counts => ({ passed: a.passed + b.passed, failed: a.failed + b.failed })

function numberAt(value: unknown, key: string): number {
  const member: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof member === 'number' ? member : 0
}

/** A tool that died before writing its report has passed nothing. */
function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

export function vitestCounts(path: string): Counts {
  const report = readReport(path)
  return { passed: numberAt(report, 'numPassedTests'), failed: numberAt(report, 'numFailedTests') }
}

export function playwrightCounts(path: string): Counts {
  const report = readReport(path)
  const stats: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, 'stats') : {}
  return { passed: numberAt(stats, 'expected'), failed: numberAt(stats, 'unexpected') + numberAt(stats, 'flaky') }
}
