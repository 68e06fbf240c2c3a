import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './build-web.ts'
import { PlainError, root, run, printError, stopOnSignals, stopWithParent } from './run.ts'
import { ensureSystemNeeds } from './system-needs.ts'
import { addResults, mergeSecondRun, noResults, readPlaywright, readVitest, type Results } from './testing/reports.ts'
import { findChange, selectTests } from './testing/select.ts'
import { type StepTime, summarise } from './testing/summary.ts'
import { runsEverything } from './testing/tier.ts'

type StepResult = { failure?: string | undefined; results?: Results }
/** `needsSystem`: runs after the step `system`, which may be in the other lane. */
type Step = { name: string; work: () => Promise<StepResult>; needsSystem?: boolean }

const cache = join(root, '.cache')
const playwrightReport = join(cache, 'playwright.json')
const minutes = (count: number) => count * 60_000
const tool = (path: string) => join('node_modules', path)
/** With more failed files than this the tests are broken rather than flaky, and a second run would only take time. */
const MAX_RERUN_FILES = 8
/** Ends a step that hangs. The slow tests of `test:all` take most of an hour on two quiet cores. */
const STEP_LIMIT_MS = minutes(runsEverything ? 120 : 60)

async function node(args: string[], timeoutMs: number, env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const { code, output, timedOut } = await run(process.execPath, args, { timeoutMs, env })
  if (timedOut) return `${output.trimEnd()}\nStopped: this step is limited to ${timeoutMs / 60_000} minutes.`
  return code === 0 ? undefined : output.trimEnd() || `ended with code ${code}`
}

const reportPlainError = async (work: () => Promise<unknown>): Promise<StepResult> => {
  try {
    await work()
    return {}
  } catch (error) {
    if (error instanceof PlainError) return { failure: error.message }
    throw error
  }
}

/** `name`: of the step, whose report has a file of its own because steps run at the same time. */
async function runVitest(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<StepResult> {
  const vitestReport = join(cache, `${name}.json`)
  const once = async (files: readonly string[]): Promise<StepResult & { results: Results }> => {
    rmSync(vitestReport, { force: true })
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`]
    const failure = await node([tool('vitest/vitest.mjs'), 'run', ...reporters, ...files], STEP_LIMIT_MS, env)
    return { failure, results: readVitest(vitestReport) }
  }
  const first = await once(args)
  const { failedFiles } = first.results
  if (first.failure === undefined || failedFiles.length === 0 || failedFiles.length > MAX_RERUN_FILES) return first
  const second = await once(failedFiles)
  const results = mergeSecondRun(first.results, second.results)
  // Print why the flaky tests failed; the second run has just shown that they are flaky.
  if (second.failure === undefined) console.log(first.failure.slice(Math.max(first.failure.indexOf('Failed Tests'), 0)))
  return { failure: second.failure === undefined ? undefined : first.failure, results }
}

async function runBrowser(args: readonly string[]): Promise<StepResult> {
  rmSync(playwrightReport, { force: true })
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport }
  const failure = await node([tool('@playwright/test/cli.js'), 'test', '--reporter=dot,json', ...args], STEP_LIMIT_MS, env)
  return { failure, results: readPlaywright(playwrightReport) }
}

const system: Step = { name: 'system', work: () => reportPlainError(() => ensureSystemNeeds((line) => console.log(line))) }
const checks: Step[] = [
  { name: 'format', work: async () => ({ failure: await node([tool('oxfmt/bin/oxfmt'), '--check'], minutes(3)) }) },
  {
    name: 'lint',
    // Its garbage collector takes a third of the time at the default setting.
    work: async () => ({
      failure: await node([tool('oxlint/bin/oxlint'), '--type-aware', '--type-check'], minutes(15), {
        ...process.env,
        GOGC: '400',
      }),
    }),
  },
  { name: 'unused', work: async () => ({ failure: await node([tool('knip/bin/knip.js')], minutes(5)) }) },
  { name: 'tables', work: async () => ({ failure: await node(['scripts/tables.ts', '--check'], minutes(5)) }) },
]
const projects = (...names: string[]) => names.map((name) => `--project=${name}`)
const tests = (...args: string[]): Step => ({
  name: 'tests',
  needsSystem: true,
  work: () => runVitest('tests', [...projects('rules', 'unit', 'server'), ...args], process.env),
})
// React's production build renders a page in a third of the time. `test:all` uses the development build with its warnings and
// strict mode.
const pages = (...args: string[]): Step => ({
  name: 'pages',
  work: () =>
    runVitest('pages', [...projects('page'), ...args], runsEverything ? process.env : { ...process.env, NODE_ENV: 'production' }),
})
const browser = (...args: string[]): Step[] => [
  { name: 'build', work: () => reportPlainError(() => buildWeb(() => {})) },
  { name: 'browser', work: () => runBrowser(args) },
]

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // Read by tier.ts.
    all: { type: 'boolean', default: false },
    only: { type: 'string' },
    changed: { type: 'boolean', default: false },
    title: { type: 'string', short: 't' },
  },
})

/** Lanes run at the same time; the steps of a lane run one after the other. */
function planSteps(): Step[][] {
  // Both tools read a regular expression, but titles begin with an id in brackets.
  const pattern = options.title === undefined ? undefined : RegExp.escape(options.title)
  const title = pattern === undefined ? [] : ['-t', pattern]
  if (positionals.length > 0) {
    const selected = selectTests(positionals)
    if (selected.isWhole) process.env.SAATHI_TESTS = 'all'
    const grep = pattern === undefined ? [] : ['-g', pattern]
    const steps = [
      ...(selected.tests.length > 0 ? [tests(...selected.tests, ...title)] : []),
      ...(selected.pages.length > 0 ? [pages(...selected.pages, ...title)] : []),
      ...(selected.browser.length > 0 ? browser(...selected.browser, ...grep) : []),
    ]
    return [[system, ...steps]]
  }
  if (options.changed) {
    const { base, browserFiles } = findChange()
    // Vitest follows imports to find the tests of a changed file.
    const touched = [`--changed=${base}`, '--passWithNoTests']
    // Includes slow page tests: for one change they take little time, and they cover details that nothing else covers.
    const touchedPages: Step = {
      name: 'pages',
      work: () => runVitest('pages', [...projects('page'), ...touched], { ...process.env, SAATHI_TESTS: 'all' }),
    }
    return [[system, ...checks, tests(...touched), touchedPages, ...(browserFiles.length > 0 ? browser(...browserFiles) : [])]]
  }
  const [inNode, inBrowser] = [
    [...checks, tests(...title)],
    [system, ...browser(), pages(...title)],
  ]
  const steps = [system, ...inNode, ...inBrowser.slice(1)]
  // Browsers and databases spend much time waiting, so two lanes use two cores better than one. The slow tests of `test:all` load
  // the machine on purpose.
  if (options.only === undefined) return runsEverything ? [steps] : [inNode, inBrowser]
  const names = options.only.split(',')
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0)
    throw new PlainError(`No such step: ${unknown.join(', ')}. There are ${steps.map(({ name }) => name).join(', ')}.`)
  return [steps.filter(({ name }) => names.includes(name))]
}

async function main() {
  const lanes = planSteps()
  mkdirSync(cache, { recursive: true })
  const times: StepTime[] = []
  let results = noResults
  let failedSteps = 0
  const startedAt = performance.now()
  const secondsSince = (moment: number) => (performance.now() - moment) / 1000
  const hasSystem = Promise.withResolvers<boolean>()
  if (!lanes.some((steps) => steps.includes(system))) hasSystem.resolve(true)
  /** False if nothing that comes after it can run. */
  async function runStep({ name, work, needsSystem = false }: Step): Promise<boolean> {
    if (needsSystem && !(await hasSystem.promise)) return false
    const beganAt = performance.now()
    if (process.stdout.isTTY) process.stdout.write(`… ${name}\r`)
    const { failure, results: own } = await work()
    const seconds = secondsSince(beganAt)
    times.push({ name, seconds })
    if (own) results = addResults(results, own)
    console.log(
      `${failure === undefined ? '✓' : '✗'} ${name} ${own ? `${own.passed.length} passed ` : ''}${Math.round(seconds)} s`,
    )
    if (name === 'system') hasSystem.resolve(failure === undefined)
    if (failure === undefined) return true
    console.log(failure)
    // If no test failed, the step itself did.
    if (!own || own.failed.length === 0) failedSteps += 1
    return name !== 'system' && name !== 'build'
  }
  // Without the system's programs no test can run, and without a build no page can.
  const runLane = async (steps: readonly Step[]): Promise<boolean> => {
    for (const step of steps) if (!(await runStep(step))) return false
    return true
  }
  await Promise.all(lanes.map(runLane))
  console.log(summarise(times, secondsSince(startedAt), results, failedSteps).join('\n'))
  const isFlaky = runsEverything && results.flaky.length > 0
  process.exitCode = failedSteps > 0 || results.failed.length > 0 || isFlaky ? 1 : 0
}

stopOnSignals()
stopWithParent()
// More than a hundred processes start during a run; each would compile the same code again.
process.env.NODE_COMPILE_CACHE ??= join(cache, 'compile')
await main().catch(printError)
