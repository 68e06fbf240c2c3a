import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { PlainError, root, run } from './run.ts'

export const webDist = join(root, 'web/dist')
const stampFile = join(root, '.cache/web-built')
const ignored = /(^|\/)(node_modules|dist|\.vite)$|\.test\.tsx?$/

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }))
    .filter(({ path }) => !ignored.test(path))
    .flatMap(({ path, isFolder }) => (isFolder ? filesUnder(path) : [path]))
}

/** Changes with any file that the web build depends on. */
export function sourceHash(base = root): string {
  const hash = createHash('sha256')
  const files = ['web', 'contract'].flatMap((folder) => filesUnder(join(base, folder))).toSorted()
  for (const file of [...files, join(base, 'package-lock.json'), join(base, 'scripts/build-web.ts')]) {
    if (existsSync(file)) hash.update(file.slice(base.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const isBuilt = (hash: string) =>
  existsSync(join(webDist, 'index.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash

async function build(hash: string) {
  const { code, output } = await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'], {
    env: { ...process.env, NODE_ENV: 'production' },
    timeoutMs: 180_000,
  })
  if (code !== 0) throw new PlainError(`The web app could not be built.\n${output.trim()}`)
  deleteOldFiles(join(webDist, 'assets'), Date.now() - KEEP_MS)
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampFile, hash)
}

const KEEP_MS = 7 * 24 * 60 * 60 * 1000

/** A running server and open tabs still request the files of the build they were started with. */
export function deleteOldFiles(folder: string, before: number) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (statSync(file).mtimeMs < before) rmSync(file)
  }
}

/** Builds only when a source has changed since the last build. Returns whether it built. */
export async function buildWeb(announce: () => void = () => console.log('Building the web app…')): Promise<boolean> {
  if (isBuilt(sourceHash())) return false
  return withLock(join(root, '.cache/web-build.lock'), async () => {
    const hash = sourceHash()
    if (isBuilt(hash)) return false
    announce()
    await build(hash)
    return true
  })
}

if (import.meta.main)
  await buildWeb().catch((error: unknown) => {
    console.error(error instanceof PlainError ? error.message : error)
    process.exitCode = 1
  })
