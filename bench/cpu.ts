import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Processor time depends less than time on the clock on what else the machine does. */
const TICK_MS = 10

/** User and system time of these processes, on Linux, and of those of their children that have ended. */
export function cpuMsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = statOf(pid)?.split(' ') ?? []
    return sum + [11, 12, 13, 14].reduce((ticks, at) => ticks + Number(fields[at] ?? 0), 0) * TICK_MS
  }, 0)
}

/** After the name of the process, which may contain spaces: state, parent and so on. */
function statOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2)
  } catch {
    return null
  }
}

/** The server and the processes of its database. */
export function processesOf(server: number, databaseDir: string): number[] {
  const postmaster = Number(readFileSync(join(databaseDir, 'postgres/pgdata/postmaster.pid'), 'utf8').split('\n')[0])
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [server, postmaster, ...all.map(Number).filter((pid) => statOf(pid)?.split(' ')[1] === String(postmaster))]
}

/** Resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) * 1024
}
