import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../../scripts/rules/source.ts'
import { root, run } from '../../scripts/run.ts'
import { type Check, findChecks } from '../checks.ts'
import { noticedEarlier, rememberNoticed } from '../noticed.ts'
import type { Drill, Outcome, Proof } from '../proof.ts'
import { copyTree } from '../tree-copy.ts'

export const checksTakenOut: Proof = {
  id: 'S3',
  goal: 'Whichever authorisation check is taken out, the tests fail',
  way: 'in a copy of the tree each check in turn is taken out: every refusal in a require… of an access.ts and in core/serve.ts, every call of one that is only passed, every row of the permissions widened; then the contract sweep, the matrix, the surface and the domain’s API tests run, and where they pass the API tests of all domains',
  prove,
}

const core = [
  ...['contract-sweep', 'surface', 'serve', 'maintenance', 'live'].map((name) => `server/src/core/${name}.api.test.ts`),
  'server/src/core/matrix.slow.test.ts',
]
const MINUTES = 60_000
const ATTEMPTS = 3

async function prove({ isQuick }: Drill): Promise<Outcome> {
  const tree = copyTree()
  const checks = findChecks()
  const tried = isQuick
    ? [checks[0], checks.find(({ name }) => name.includes('for everyone'))].flatMap((one) => one ?? [])
    : checks
  const faults = isQuick ? [] : await wholeFaults(tree, checks)
  const noticed = new Map<string, number>()
  let fromEarlier = 0
  if (faults.length === 0) {
    for (const [at, check] of tried.entries()) {
      const earlier = isQuick ? null : noticedEarlier(check)
      if (earlier) fromEarlier += 1
      const by = earlier ?? (await noticedBy(tree, check))
      console.log(`  ${at + 1} of ${tried.length}: ${check.name}: ${by ?? 'nobody noticed'}`)
      if (by === null) {
        faults.push(`nobody noticed ${check.name}`)
        continue
      }
      if (!isQuick) rememberNoticed(check, by)
      noticed.set(by, (noticed.get(by) ?? 0) + 1)
    }
  }
  const total = [...noticed.values()].reduce((sum, times) => sum + times, 0)
  const first = [...noticed].toSorted(([, a], [, b]) => b - a).map(([file, times]) => `${file.split('/').at(-1)} ${times}`)
  return {
    figures: [
      `${checks.length} checks found, ${tried.length} taken out one by one, ${total} noticed`,
      `first by ${first.join(', ')}`,
      ...(fromEarlier > 0 ? [`${fromEarlier} of them in an earlier run, with the same files and the same tests`] : []),
    ],
    faults,
  }
}

/** Tests that fail anyway notice nothing. */
async function wholeFaults(tree: string, checks: readonly Check[]): Promise<string[]> {
  const { code, output } = await runTests(tree, [...new Set(checks.flatMap(testsFor))])
  return code === 0 ? [] : [`with every check in place the tests fail: ${output.slice(-1_500)}`]
}

/** The file whose test failed first; null when none did. */
async function noticedBy(tree: string, check: Check): Promise<string | null> {
  const whole = readFileSync(join(tree, check.path), 'utf8')
  writeFileSync(join(tree, check.path), check.text)
  try {
    for (let attempt = 1; ; attempt += 1) {
      const near = testsFor(check)
      const others = allTests().filter((path) => !near.includes(path))
      const first = await runTests(tree, near)
      // A door may be there for a later domain alone: before nobody is said to have noticed, everybody is asked.
      const { code, output } = first.code === 0 ? await runTests(tree, others) : first
      if (code === 0) return null
      const failed = /FAIL.*?(server\/src\/\S+\.test\.ts)/.exec(output)?.[1]
      // A test that only ran out of time has noticed a busy machine.
      if (/timed out/i.test(output) && attempt < ATTEMPTS) continue
      if (!failed) throw new Error(`The tests broke down without ${check.name}: ${output.slice(-1_500)}`)
      // Far from the check a failure may be a coincidence: that one alone must fail again.
      if (first.code !== 0 || (await runTests(tree, [failed])).code !== 0) return failed
      console.log(`  ${failed} failed by coincidence: ${output.slice(-1_500)}`)
      if (attempt === ATTEMPTS) return null
    }
  } finally {
    writeFileSync(join(tree, check.path), whole)
  }
}

const isApiTest = (path: string) => path.endsWith('.api.test.ts')

const allTests = () => listFiles(root, 'server/src').filter(isApiTest)

/** Walking together goes through the doors of learning, and is tried where mentorships are. */
const alsoTriedIn: Readonly<Record<string, readonly string[]>> = { learning: ['mentorship'] }

function testsFor({ domains }: Check): string[] {
  const meant = domains.flatMap((domain) => [domain, ...(alsoTriedIn[domain] ?? [])])
  const own = allTests().filter((path) => meant.includes(path.split('/')[2] ?? ''))
  return [...new Set([...(domains.includes('core') ? [] : own), ...core])]
}

async function runTests(tree: string, files: readonly string[]) {
  const patience = ['--testTimeout', '180000', '--hookTimeout', '180000']
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--bail', '1', ...patience, ...files]
  return run(process.execPath, args, {
    cwd: tree,
    env: { ...process.env, NO_COLOR: '1', SAATHI_TESTS: 'all' },
    timeoutMs: 30 * MINUTES,
  })
}
