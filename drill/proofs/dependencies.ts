import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root, run } from '../../scripts/run.ts'
import { makeTempFolder } from '../cleanup.ts'
import type { ProofResult, Proof } from '../proof.ts'
import { LockFile, packagesOf, toSbom } from '../sbom.ts'

export const dependencies: Proof = {
  id: 'S16',
  goal: 'Every dependency is locked by its hash, none runs an install script, there is a list of them for auditors, and none has a known high or critical advisory',
  method:
    'the lock file is read; a package with an install script is installed by our own step and by plain npm; an SBOM (CycloneDX) is written to .cache/drill; npm audit runs if the registry supports it',
  prove,
}

const Audit = z.object({ metadata: z.object({ vulnerabilities: z.object({ high: z.number(), critical: z.number() }) }) })

async function prove(): Promise<ProofResult> {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const lock = LockFile.parse(JSON.parse(text))
  const packages = packagesOf(lock)
  const unlocked = packages.filter(({ integrity }) => !integrity)
  const withScript = packages.filter(({ hasInstallScript }) => hasInstallScript)
  const licences = new Set(packages.flatMap(({ license }) => (license ? [license] : [])))
  const unlicensed = packages.filter(({ license }) => !license).map(({ name }) => name)
  mkdirSync(join(root, '.cache/drill'), { recursive: true })
  const sbom = toSbom(lock, text)
  writeFileSync(join(root, '.cache/drill/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
  const audit = await countAdvisories()
  return {
    figures: [
      `${packages.length} packages in the lock file, ${unlocked.length} without a hash; ${withScript.length} have an install script, none is run`,
      `${licences.size} kinds of licences, no licence named for ${unlicensed.join(', ') || 'none'}`,
      `an SBOM of ${sbom.components.length} components`,
      audit === null
        ? 'advisories: not checked, because the registry does not support npm audit'
        : `${audit} known high or critical advisories`,
    ],
    faults: [
      ...unlocked.map(({ name }) => `${name} is not locked by a hash`),
      ...(await scriptFaults()),
      ...(audit ? [`${audit} known high or critical advisories`] : []),
    ],
    isPartial: audit === null,
  }
}

/** Null if the registry does not answer. */
async function countAdvisories(): Promise<number | null> {
  const { output } = await run('npm', ['audit', '--json', '--package-lock-only'], { timeoutMs: 60_000 })
  const start = output.indexOf('{')
  try {
    const { high, critical } = Audit.parse(JSON.parse(output.slice(start))).metadata.vulnerabilities
    return high + critical
  } catch {
    return null
  }
}

/** A package whose install script writes a file. Plain npm runs it, which proves that the script works. */
async function scriptFaults(): Promise<string[]> {
  const folder = makeTempFolder()
  const mark = join(folder, 'mark')
  mkdirSync(join(folder, 'marking'))
  const script = `node -e "require('node:fs').writeFileSync(process.env.MARK, '')"`
  const marking = { name: 'marking', version: '1.0.0', scripts: { postinstall: script } }
  writeFileSync(join(folder, 'marking/package.json'), JSON.stringify(marking))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'trial', dependencies: { marking: 'file:./marking' } }))
  const env = { ...process.env, MARK: mark, SAATHI_INSTALL_ROOT: folder }
  const ours = await run(process.execPath, ['scripts/install.mjs'], { env, timeoutMs: 60_000 })
  const isRunByOurs = existsSync(mark)
  const isInstalled = existsSync(join(folder, 'node_modules/marking'))
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts=false'], { cwd: folder, env, timeoutMs: 60_000 })
  return [
    ...(isInstalled ? [] : [`our step did not install: ${ours.output.slice(-300)}`]),
    ...(isRunByOurs ? ['our step ran an install script'] : []),
    ...(existsSync(mark) ? [] : ['the trial package leaves no mark even with plain npm']),
  ]
}
