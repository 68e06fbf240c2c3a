import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

export interface FileLock {
  release(): void
}

const sqliteBusy = 5

/**
 * A lock that the kernel releases when the process dies, so there are no stale locks to detect by process id. Node has no flock;
 * an exclusive SQLite transaction does the same on every system, and child processes do not inherit it.
 */
export function tryLockFile(path: string): FileLock | undefined {
  if (!existsSync(path)) createPrivate(path)
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    throw error
  }
  return {
    release() {
      if (file.isOpen) file.close()
    },
  }
}

// A user who could read the file could hold a shared lock on it and keep us out. Only a missing file is opened: closing an
// existing one would drop this process's own lock on it.
function createPrivate(path: string) {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!existsSync(path)) throw error
  }
}

export async function lockFile(path: string, withinMs: number): Promise<FileLock | undefined> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const lock = tryLockFile(path)
    if (lock || Date.now() > deadline) return lock
    await delay(25)
  }
}
