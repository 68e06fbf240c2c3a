import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPostmasterOf, readPostmaster } from './postmaster.ts'

/** Creates a temporary data folder. */
export function makeScratch(prefix: string, parent = tmpdir()) {
  const folder = realpathSync(mkdtempSync(join(parent, prefix)))
  // With the default mode, the database of root could not be inside it.
  chmodSync(folder, 0o711)
  return folder
}

/** Synchronous, so that it can run while a process exits. An orderly shutdown is not needed. */
export function removeScratch(dataDir: string) {
  const pid = findPostmasterPid(dataDir)
  if (pid) process.kill(pid, 'SIGQUIT')
  for (const folder of [findClusterFolder(dataDir), dataDir])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** The folder that PostgreSQL actually uses, which is elsewhere if it cannot enter the data folder. */
export function findClusterFolder(dataDir: string) {
  const pointer = join(dataDir, 'postgres.location')
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres')
}

export function findPostmasterPid(dataDir: string) {
  const pgdata = join(findClusterFolder(dataDir), 'pgdata')
  const pid = readPostmaster(pgdata)?.pid
  return pid !== undefined && isPostmasterOf(pgdata, pid) ? pid : undefined
}
