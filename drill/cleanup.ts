import type { ChildProcess } from 'node:child_process'
import { makeScratch, removeScratch } from '../server/src/core/db/scratch-cluster.ts'
import { stopAll } from '../scripts/run.ts'

const folders = new Set<string>()
const children = new Set<ChildProcess>()
const cleanups: (() => void | Promise<void>)[] = []

/** A temporary folder, removed at the end together with any database in it. It can serve as a data folder. */
export function makeTempFolder(): string {
  const folder = makeScratch('saathi-drill-')
  folders.add(folder)
  return folder
}

export function trackChild<C extends ChildProcess>(child: C): C {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Registers cleanup to run in this process when the proof ends, even if it fails. */
export function onCleanup(end: () => void | Promise<void>): void {
  cleanups.push(end)
}

/** Runs after each proof, whether it succeeded or not. */
export async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGKILL')
  for (let end = cleanups.pop(); end; end = cleanups.pop()) await end()
  removeFolders()
}

function removeFolders() {
  for (const folder of folders) removeScratch(folder)
  folders.clear()
}

export function cleanUpOnExit(): void {
  process.once('exit', () => {
    // Servers first: a live server would start its database again.
    for (const child of children) child.kill('SIGKILL')
    removeFolders()
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll(signal).then(() => process.exit(signal === 'SIGINT' ? 130 : 143)))
  }
}
