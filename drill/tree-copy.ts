import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../scripts/run.ts'
import { ownFolder } from './belongings.ts'

const leftOut = new Set(['node_modules', '.git', '.cache', 'data', 'dist', 'shots', 'coverage', 'test-results'])
const workspaces = ['contract', 'server', 'web']

/** The house beside itself, to be spoilt: its own source, what others made by links. */
export function copyTree(): string {
  const tree = join(ownFolder(), 'tree')
  cpSync(root, tree, { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  const modules = join(root, 'node_modules')
  mkdirSync(join(tree, 'node_modules/@saathi'), { recursive: true })
  for (const name of readdirSync(modules)) {
    if (name !== '@saathi') symlinkSync(join(modules, name), join(tree, 'node_modules', name))
  }
  for (const workspace of workspaces) {
    // Or a spoilt server would be asked by the words of the whole one.
    symlinkSync(join(tree, workspace), join(tree, 'node_modules/@saathi', workspace))
    const own = join(root, workspace, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(tree, workspace, 'node_modules'))
  }
  return tree
}
