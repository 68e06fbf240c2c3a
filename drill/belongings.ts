import type { ChildProcess } from 'node:child_process'
import { makeScratch, removeScratch } from '../server/src/core/db/scratch-cluster.ts'
import { stopAll } from '../scripts/run.ts'

const folders = new Set<string>()
const children = new Set<ChildProcess>()
const endings: (() => void | Promise<void>)[] = []

/** A folder to be thrown away, with whatever database lives in it. Each is fit to be a data folder. */
export function ownFolder(): string {
  const folder = makeScratch('saathi-drill-')
  folders.add(folder)
  return folder
}

export function ownChild<C extends ChildProcess>(child: C): C {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** What a proof has to put in order in this process, however it ends. */
export function atEnd(end: () => void | Promise<void>): void {
  endings.push(end)
}

/** After each proof, whether it came to its end or not. */
export async function putAway(): Promise<void> {
  for (const child of children) child.kill('SIGKILL')
  for (let end = endings.pop(); end; end = endings.pop()) await end()
  removeFolders()
}

function removeFolders() {
  for (const folder of folders) removeScratch(folder)
  folders.clear()
}

export function leaveNothingBehind(): void {
  process.once('exit', () => {
    // Servers first: one that lives on would start its database again.
    for (const child of children) child.kill('SIGKILL')
    removeFolders()
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll(signal).then(() => process.exit(signal === 'SIGINT' ? 130 : 143)))
  }
}
