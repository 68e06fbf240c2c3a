import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperatorError } from '../operator-error.ts'

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'it is a file',
}

/** Creates the folder if it is missing and returns its real path, so that two spellings of a folder are the same. */
export function prepareDataDir(dataDir: string) {
  try {
    // Other users may pass through but not list: under root the database runs as another user.
    mkdirSync(resolve(dataDir), { recursive: true, mode: 0o711 })
    accessSync(resolve(dataDir), constants.W_OK | constants.X_OK)
    return realpathSync(resolve(dataDir))
  } catch (error) {
    throw new OperatorError(
      `Cannot write to the data folder ${dataDir}: ${explain(error)}. Make it writable, or choose another DATA_DIR.`,
    )
  }
}

export function explain(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}
