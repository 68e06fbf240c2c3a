import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { makeScratch, removeScratch } from './scratch-cluster.ts'

export const isRoot = process.getuid?.() === 0
export const nobody = { uid: 65534, gid: 65534 }
export const canRunAsNobody = isRoot && spawnSync(process.execPath, ['-e', ''], { ...nobody, cwd: '/' }).status === 0
/** Clusters that only test starting need not wait for the disk. */
export const fast = { fsync: 'off' }

const program = fileURLToPath(new URL('test-child.ts', import.meta.url))
const folders: string[] = []
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) {
    for (const dataDir of [join(folder, 'closed', 'data'), join(folder, 'data'), folder]) removeScratch(dataDir)
  }
})

export function scratchFolder() {
  const folder = makeScratch('saathi-db-')
  folders.push(folder)
  return folder
}

/** A second process that writes one line when it is ready and exits when its input is closed. */
export function runChild(args: string[], options: { uid?: number; gid?: number; home?: string } = {}) {
  const { home, ...user } = options
  const child = spawn(process.execPath, [program, ...args], {
    ...user,
    cwd: home ?? '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    env: home ? { HOME: home } : {},
  })
  children.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    pid: child.pid ?? 0,
    ended,
    async readLine(): Promise<Record<string, unknown>> {
      const { value, done } = await lines.next()
      if (done) throw new Error(`the child ended without an answer to ${args.join(' ')}`)
      return JSON.parse(value) as Record<string, unknown>
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async finish() {
      child.stdin.end()
      return await ended
    },
  }
}

export async function until<Value>(
  what: string,
  look: () => Value | undefined | false | Promise<Value | undefined | false>,
  withinMs = 120_000,
) {
  const deadline = Date.now() + withinMs
  for (;;) {
    const value = await look()
    if (value !== undefined && value !== false) return value
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await delay(10)
  }
}
