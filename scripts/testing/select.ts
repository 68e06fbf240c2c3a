import { execFileSync } from 'node:child_process'
import { listFiles } from '../rules/source.ts'
import { PlainError, root } from '../run.ts'
import { isSlow, runsEverything } from './tier.ts'

export type Selection = {
  /** Test files by the step that runs them. */
  tests: string[]
  pages: string[]
  browser: string[]
  /** A slow file or a browser file was named, so all of its tests run. */
  isWhole: boolean
}

export function listTestFiles(): string[] {
  const folders = ['contract', 'server', 'web', 'scripts', 'e2e']
  const inside = folders.flatMap((folder) => listFiles(root, folder))
  return [...inside, 'rules.test.ts', 'requirements.test.ts'].filter((path) => /\.(test|e2e)\.tsx?$/.test(path))
}

/** A path of a test file selects it, slow or not. Any other text selects the files of the tier whose path contains it. */
export function selectTests(
  patterns: readonly string[],
  files: readonly string[] = listTestFiles(),
  everything = runsEverything,
): Selection {
  const isNamed = (file: string) => patterns.some((pattern) => file === pattern || `./${file}` === pattern)
  const isMatch = (file: string) => patterns.some((pattern) => file.includes(pattern)) && (everything || !isSlow(file))
  const named = files.filter(isNamed)
  const chosen = named.length > 0 ? named : files.filter(isMatch)
  if (chosen.length === 0) throw new PlainError(`No test file matches ${patterns.join(', ')}.`)
  const isBrowser = (file: string) => file.endsWith('.e2e.ts')
  const isPage = (file: string) => file.includes('.page.')
  return {
    tests: chosen.filter((file) => !isBrowser(file) && !isPage(file)),
    pages: chosen.filter(isPage),
    browser: chosen.filter(isBrowser),
    isWhole: named.some((file) => isSlow(file) || isBrowser(file)),
  }
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** The uncommitted changes, or the last commit if everything is committed. */
export function findChange(): { base: string; browserFiles: string[] } {
  const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const base = uncommitted.length > 0 ? 'HEAD' : 'HEAD~1'
  const changed = uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', base)
  const existing = new Set(listTestFiles())
  return { base, browserFiles: changed.filter((path) => path.endsWith('.e2e.ts') && existing.has(path)) }
}
