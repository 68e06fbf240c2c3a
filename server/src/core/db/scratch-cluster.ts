import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPostmasterOf, readPostmaster } from './postmaster.ts'

/** A data folder to be thrown away, in the temporary folder if no other is given. */
export function makeScratch(prefix: string, parent = tmpdir()) {
  const folder = realpathSync(mkdtempSync(join(parent, prefix)))
  // As closed as it is made, root's database could not live inside it.
  chmodSync(folder, 0o711)
  return folder
}

/** Without waiting, so that it also serves the moment in which a process ends: nothing in it is worth an orderly shutdown. */
export function removeScratch(dataDir: string) {
  const pid = findPostmasterPid(dataDir)
  if (pid) process.kill(pid, 'SIGQUIT')
  for (const folder of [findClusterFolder(dataDir), dataDir])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** The folder PostgreSQL really uses, which is elsewhere when it cannot enter the data folder. */
export function findClusterFolder(dataDir: string) {
  const pointer = join(dataDir, 'postgres.location')
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres')
}

export function findPostmasterPid(dataDir: string) {
  const pgdata = join(findClusterFolder(dataDir), 'pgdata')
  const pid = readPostmaster(pgdata)?.pid
  return pid !== undefined && isPostmasterOf(pgdata, pid) ? pid : undefined
}
