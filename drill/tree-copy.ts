import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../scripts/run.ts'
import { makeTempFolder } from './cleanup.ts'

const excluded = new Set(['node_modules', '.git', '.cache', 'data', 'dist', 'shots', 'coverage', 'test-results'])
const workspaces = ['contract', 'server', 'web']

/** A copy of the project that may be modified: its own source, and links to the installed packages. */
export function copyTree(): string {
  const tree = join(makeTempFolder(), 'tree')
  cpSync(root, tree, { recursive: true, filter: (path) => !excluded.has(basename(path)) })
  const modules = join(root, 'node_modules')
  mkdirSync(join(tree, 'node_modules/@saathi'), { recursive: true })
  for (const name of readdirSync(modules)) {
    if (name !== '@saathi') symlinkSync(join(modules, name), join(tree, 'node_modules', name))
  }
  for (const workspace of workspaces) {
    // Otherwise the modified server would use the contract of the original.
    symlinkSync(join(tree, workspace), join(tree, 'node_modules/@saathi', workspace))
    const own = join(root, workspace, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(tree, workspace, 'node_modules'))
  }
  return tree
}
