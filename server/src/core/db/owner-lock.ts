import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { explain, prepareDataDir } from './data-dir.ts'
import { lockFile } from './file-lock.ts'

// Long enough for a server that is just stopping, and well within the two seconds allowed for a refusal.
const lockTimeoutMs = 500

export type DataDirLock = { release(): Promise<void> }

/**
 * Allows one server per data folder. Taken before anything in the folder is opened; the kernel releases it if the server is
 * killed.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const folder = prepareDataDir(dataDir)
  const holder = join(folder, 'server.pid')
  const lock = await lockFile(join(folder, 'server.lock'), lockTimeoutMs).catch((error: unknown) => {
    throw new OperatorError(
      `Cannot lock the data folder ${dataDir}: ${explain(error)}. Make it writable, or choose another DATA_DIR.`,
    )
  })
  if (!lock) throw refusal(dataDir, holder)
  writeFileSync(holder, `${process.pid}\n`)
  return {
    async release() {
      rmSync(holder, { force: true })
      lock.release()
    },
  }
}

function refusal(dataDir: string, holder: string) {
  const pid = readPid(holder)
  const who = pid ? `Another Saathi server (process ${pid})` : 'Another Saathi server'
  return new OperatorError(`${who} is already using ${dataDir}. Stop it first, or choose another DATA_DIR.`)
}

// Only for the message: a server that has just taken the lock has not written its pid yet.
function readPid(holder: string) {
  try {
    return /^\d+$/m.exec(readFileSync(holder, 'utf8'))?.[0]
  } catch {
    return undefined
  }
}
