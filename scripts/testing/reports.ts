import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../run.ts'

type FileResult = { path: string; seconds: number }
export type Results = {
  passed: string[]
  failed: string[]
  /** Failed at first and passed on the second run. */
  flaky: string[]
  files: FileResult[]
  /** Files with a failure, including those that failed before any of their tests ran. */
  failedFiles: string[]
}

export const noResults: Results = { passed: [], failed: [], flaky: [], files: [], failedFiles: [] }

export function addResults(a: Results, b: Results): Results {
  return {
    passed: [...a.passed, ...b.passed],
    failed: [...a.failed, ...b.failed],
    flaky: [...a.flaky, ...b.flaky],
    files: [...a.files, ...b.files],
    failedFiles: [...a.failedFiles, ...b.failedFiles],
  }
}

/** The second run of a failed test counts. A test that passes then is flaky. */
export function mergeSecondRun(first: Results, second: Results): Results {
  const unstarted = first.failedFiles.filter((file) => !first.failed.some((test) => test.startsWith(`${file}: `)))
  const flaky = [
    ...first.failed.filter((test) => second.passed.includes(test)),
    ...unstarted.filter((file) => !second.failedFiles.includes(file)),
  ]
  return {
    passed: [...first.passed, ...second.passed.filter((test) => !first.passed.includes(test))],
    failed: second.failed,
    flaky: [...first.flaky, ...flaky],
    files: first.files,
    failedFiles: second.failedFiles,
  }
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/** A tool that crashed before writing its report has no results. */
export function readVitest(path: string): Results {
  if (!existsSync(path)) return noResults
  const { testResults } = VitestReport.parse(JSON.parse(readFileSync(path, 'utf8')))
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ title: `${relative(root, name)}: ${fullName}`, status })),
  )
  const titlesWith = (expected: string) => tests.filter(({ status }) => status === expected).map(({ title }) => title)
  return {
    passed: titlesWith('passed'),
    failed: titlesWith('failed'),
    flaky: [],
    files: testResults.map(({ name, startTime, endTime }) => ({
      path: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    failedFiles: testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name)),
  }
}

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ projectName: z.string(), status: z.string(), results: z.array(z.object({ duration: z.number() })) })),
})
type Suite = { specs: z.infer<typeof Spec>[]; suites?: Suite[] | undefined }
const Suite: z.ZodMiniType<Suite> = z.object({ specs: z.array(Spec), suites: z.optional(z.lazy(() => z.array(Suite))) })
const PlaywrightReport = z.object({ suites: z.array(Suite) })

const specsIn = ({ specs, suites = [] }: Suite): z.infer<typeof Spec>[] => [...specs, ...suites.flatMap(specsIn)]

export function readPlaywright(path: string): Results {
  if (!existsSync(path)) return noResults
  const { suites } = PlaywrightReport.parse(JSON.parse(readFileSync(path, 'utf8')))
  const tests = suites.flatMap(specsIn).flatMap(({ title, file, tests: runs }) =>
    runs.map(({ projectName, status, results }) => ({
      title: `e2e/${file}: ${title} (${projectName})`,
      file: `e2e/${file}`,
      status,
      seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
    })),
  )
  const seconds = new Map<string, number>()
  for (const test of tests) seconds.set(test.file, (seconds.get(test.file) ?? 0) + test.seconds)
  const flaky = tests.filter(({ status }) => status === 'flaky').map(({ title }) => title)
  const failed = tests.filter(({ status }) => status === 'unexpected')
  return {
    passed: [...tests.filter(({ status }) => status === 'expected').map(({ title }) => title), ...flaky],
    failed: failed.map(({ title }) => title),
    flaky,
    files: [...seconds].map(([file, sum]) => ({ path: file, seconds: sum })),
    failedFiles: [...new Set(failed.map(({ file }) => file))],
  }
}
