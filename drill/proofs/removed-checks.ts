import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../../scripts/rules/source.ts'
import { root, run } from '../../scripts/run.ts'
import { type Check, findChecks } from '../checks.ts'
import { readDetection, storeDetection } from '../detection-cache.ts'
import type { Drill, ProofResult, Proof } from '../proof.ts'
import { copyTree } from '../tree-copy.ts'

export const removedChecks: Proof = {
  id: 'S3',
  goal: 'If any authorisation check is removed, the tests fail',
  method:
    'in a copy of the tree each check is removed in turn: every refusal in a require… of an access.ts and in core/serve.ts, every call of such a function, every row of the permission table widened; then the contract sweep, the matrix, the surface and the domain’s API tests run, and if they pass, the API tests of all domains',
  prove,
}

const core = [
  ...['app/contract-sweep', 'core/serve', 'core/maintenance', 'core/live/live'].map((name) => `server/src/${name}.api.test.ts`),
  ...['matrix', 'surface'].map((name) => `server/src/app/${name}.slow.test.ts`),
]
const MINUTES = 60_000
const ATTEMPTS = 3

async function prove({ isQuick }: Drill): Promise<ProofResult> {
  const tree = copyTree()
  const checks = findChecks()
  const tried = isQuick
    ? [checks[0], checks.find(({ name }) => name.includes('for everyone'))].flatMap((one) => one ?? [])
    : checks
  const faults = isQuick ? [] : await baselineFaults(tree, checks)
  const detected = new Map<string, number>()
  let fromCache = 0
  if (faults.length === 0) {
    for (const [at, check] of tried.entries()) {
      const cached = isQuick ? null : readDetection(check)
      if (cached) fromCache += 1
      const by = cached ?? (await findDetectingTest(tree, check))
      console.log(`  ${at + 1} of ${tried.length}: ${check.name}: ${by ?? 'not detected'}`)
      if (by === null) {
        faults.push(`not detected: ${check.name}`)
        continue
      }
      if (!isQuick) storeDetection(check, by)
      detected.set(by, (detected.get(by) ?? 0) + 1)
    }
  }
  const total = [...detected.values()].reduce((sum, times) => sum + times, 0)
  const first = [...detected].toSorted(([, a], [, b]) => b - a).map(([file, times]) => `${file.split('/').at(-1)} ${times}`)
  return {
    figures: [
      `${checks.length} checks found, ${tried.length} removed one by one, ${total} detected`,
      `first by ${first.join(', ')}`,
      ...(fromCache > 0 ? [`${fromCache} of them in an earlier run, with the same files and the same tests`] : []),
    ],
    faults,
  }
}

/** Tests that fail anyway cannot detect anything. */
async function baselineFaults(tree: string, checks: readonly Check[]): Promise<string[]> {
  const { code, output } = await runTests(tree, [...new Set(checks.flatMap(testsFor))])
  return code === 0 ? [] : [`with every check in place the tests fail: ${output.slice(-1_500)}`]
}

/** The file of the first failed test, or null if all pass. */
async function findDetectingTest(tree: string, check: Check): Promise<string | null> {
  const original = readFileSync(join(tree, check.path), 'utf8')
  writeFileSync(join(tree, check.path), check.text)
  try {
    for (let attempt = 1; ; attempt += 1) {
      const nearTests = testsFor(check)
      const others = allTests().filter((path) => !nearTests.includes(path))
      const first = await runTests(tree, nearTests)
      // A guard may protect only a later domain, so run all other tests before reporting that nothing detects the removal.
      const { code, output } = first.code === 0 ? await runTests(tree, others) : first
      if (code === 0) return null
      const failed = /FAIL.*?(server\/src\/\S+\.test\.ts)/.exec(output)?.[1]
      // A timeout only shows that the machine is busy.
      if (/timed out/i.test(output) && attempt < ATTEMPTS) continue
      if (!failed) throw new Error(`The test run crashed without ${check.name}: ${output.slice(-1_500)}`)
      // A failure far from the check may be a coincidence, so that test must fail again on its own.
      if (first.code !== 0 || (await runTests(tree, [failed])).code !== 0) return failed
      console.log(`  ${failed} failed by coincidence: ${output.slice(-1_500)}`)
      if (attempt === ATTEMPTS) return null
    }
  } finally {
    writeFileSync(join(tree, check.path), original)
  }
}

const isApiTest = (path: string) => path.endsWith('.api.test.ts')

const allTests = () => listFiles(root, 'server/src').filter(isApiTest)

/** The guards of learning are also used by mentorship sessions, so its tests run too. */
const alsoTestedIn: Readonly<Record<string, readonly string[]>> = { learning: ['mentorship'] }

function testsFor({ domains }: Check): string[] {
  const tested = domains.flatMap((domain) => [domain, ...(alsoTestedIn[domain] ?? [])])
  const own = allTests().filter((path) => tested.includes(path.split('/')[2] ?? ''))
  return [...new Set([...(domains.includes('core') ? [] : own), ...core])]
}

async function runTests(tree: string, files: readonly string[]) {
  const timeouts = ['--testTimeout', '180000', '--hookTimeout', '180000']
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--bail', '1', ...timeouts, ...files]
  return run(process.execPath, args, {
    cwd: tree,
    env: { ...process.env, NO_COLOR: '1', SAATHI_TESTS: 'all' },
    timeoutMs: 30 * MINUTES,
  })
}
