import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { PlainError, root, run, say, stopOnSignals, stopWithParent } from './run.ts'
import { ensureSystemNeeds } from './system-needs.ts'
import { addCounts, none, playwrightCounts, vitestCounts, type Counts } from './test-counts.ts'

type Step = {
  name: string
  /** Resolves to what failed, or to nothing. */
  work: () => Promise<string | undefined>
  counts?: () => Counts
}

const cache = join(root, '.cache')
const vitestReport = join(cache, 'vitest.json')
const playwrightReport = join(cache, 'playwright.json')
const minutes = (count: number) => count * 60_000
const tool = (path: string) => join('node_modules', path)

async function node(args: string[], timeoutMs: number, env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const { code, output, timedOut } = await run(process.execPath, args, { timeoutMs, env })
  if (timedOut) return `${output.trimEnd()}\nStopped: this step may take ${timeoutMs / 60_000} minutes.`
  return code === 0 ? undefined : output.trimEnd() || `ended with code ${code}`
}

const asText = (work: () => Promise<unknown>) => async () => {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof PlainError) return error.message
    throw error
  }
}

const steps: Step[] = [
  { name: 'system', work: asText(() => ensureSystemNeeds((line) => console.log(line))) },
  { name: 'format', work: () => node([tool('oxfmt/bin/oxfmt'), '--check'], minutes(3)) },
  { name: 'lint', work: () => node([tool('oxlint/bin/oxlint'), '--type-aware'], minutes(15)) },
  { name: 'types', work: () => node([tool('typescript/bin/tsc'), '-p', '.'], minutes(15)) },
  { name: 'tables', work: () => node(['scripts/tables.ts', '--check'], minutes(5)) },
  {
    name: 'vitest',
    work: () =>
      node(
        [tool('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
        minutes(80),
      ),
    counts: () => vitestCounts(vitestReport),
  },
  { name: 'build', work: asText(() => buildWeb(() => {})) },
  {
    name: 'browser',
    work: () =>
      node([tool('@playwright/test/cli.js'), 'test', '--reporter=dot,json'], minutes(80), {
        ...process.env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
      }),
    counts: () => playwrightCounts(playwrightReport),
  },
]

function chosen(): Step[] {
  const at = process.argv.indexOf('--only')
  if (at < 0) return steps
  const names = (process.argv[at + 1] ?? '').split(',')
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0)
    throw new PlainError(`No such step: ${unknown.join(', ')}. There are ${steps.map(({ name }) => name).join(', ')}.`)
  return steps.filter(({ name }) => names.includes(name))
}

async function main() {
  const wanted = chosen()
  mkdirSync(cache, { recursive: true })
  // A report of an earlier run must not be counted as this one's.
  for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true })
  let total = none
  let failed: string | undefined
  for (const { name, work, counts } of wanted) {
    const startedAt = performance.now()
    if (process.stdout.isTTY) process.stdout.write(`… ${name}\r`)
    failed = await work()
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const own = counts?.()
    if (own) total = addCounts(total, own)
    console.log(`${failed === undefined ? '✓' : '✗'} ${name} ${own ? `${own.passed} passed ` : ''}${seconds} s`)
    if (failed === undefined) continue
    console.log(failed)
    // A step that is no test run is itself the one thing that failed.
    if (!own || own.failed === 0) total = addCounts(total, { passed: 0, failed: 1 })
    break
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = failed === undefined && total.failed === 0 ? 0 : 1
}

stopOnSignals()
stopWithParent()
// Well over a hundred processes are started on the way; each would read and compile the same code anew.
process.env.NODE_COMPILE_CACHE ??= join(cache, 'compile')
await main().catch(say)
