import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PlainError, run } from './run.ts'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function onPath(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/usr/sbin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** A browser that Playwright has downloaded, if any. */
async function playwrightChromium(): Promise<string | undefined> {
  const { chromium } = await import('playwright')
  try {
    const path = chromium.executablePath()
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

export async function findChromium(): Promise<string | undefined> {
  const configured = process.env.CHROMIUM_PATH
  if (configured !== undefined) return isProgram(configured) ? configured : undefined
  return (
    onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
    (isProgram(macChrome) ? macChrome : await playwrightChromium())
  )
}

type LaunchOptions = { executablePath: string; args: string[] }

/** Launch options for a browser under test. Chromium's sandbox does not work as root. */
export async function chromiumLaunch(): Promise<LaunchOptions> {
  const executablePath = await findChromium()
  if (!executablePath) throw new PlainError(missingLine([needs.chromium]))
  return { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }
}

/** Chromium without a window, which makes opening a page much cheaper. */
const findShell = () => (process.env.CHROMIUM_PATH === undefined ? onPath('chromium-headless-shell') : undefined)

/** For tests that open many pages: the headless shell if installed, otherwise the full browser. */
export async function shellLaunch(): Promise<LaunchOptions> {
  const whole = await chromiumLaunch()
  return { ...whole, executablePath: findShell() ?? whole.executablePath }
}

/** The folder with `postgres` and `initdb`. Debian keeps them off the PATH, in a folder per version. */
export function findPostgresBin(): string | undefined {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(base, version, 'bin')), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => isProgram(join(folder, 'postgres')) && isProgram(join(folder, 'initdb')))
}

export const findRedis = () => onPath('redis-server')
export const findRadicale = () => onPath('radicale')

function hasDevanagariFont(): boolean {
  const listing = spawnSync('fc-list', [':lang=hi', 'family'], { encoding: 'utf8' })
  // Systems without fontconfig ship their own fonts for Hindi.
  return listing.error !== undefined ? process.platform !== 'linux' : listing.stdout.trim() !== ''
}

type Need = { name: string; debian: string; isInstalled: () => Promise<boolean> }
const needs = {
  chromium: { name: 'Chromium', debian: 'chromium', isInstalled: async () => (await findChromium()) !== undefined },
  postgres: { name: 'a PostgreSQL server', debian: 'postgresql', isInstalled: async () => findPostgresBin() !== undefined },
  redis: { name: 'redis-server', debian: 'redis-server', isInstalled: async () => findRedis() !== undefined },
  radicale: { name: 'Radicale', debian: 'radicale', isInstalled: async () => findRadicale() !== undefined },
  font: { name: 'a Devanagari font', debian: 'fonts-noto-core', isInstalled: async () => hasDevanagariFont() },
} satisfies Record<string, Need>
/** Optional: installed where possible, never required. */
const shell: Need = { name: 'the shell', debian: 'chromium-headless-shell', isInstalled: async () => findShell() !== undefined }

function missingLine(missing: Need[]): string {
  const packages = missing.map(({ debian }) => debian).join(' ')
  const hint = missing.includes(needs.chromium) ? ' Set CHROMIUM_PATH to use a browser installed elsewhere.' : ''
  return `Missing: ${missing.map(({ name }) => name).join(', ')}. On Debian: apt-get install ${packages}.${hint}`
}

async function findMissing(needed: readonly Need[]): Promise<Need[]> {
  const checked = await Promise.all(needed.map(async (need) => ({ need, installed: await need.isInstalled() })))
  return checked.filter(({ installed }) => !installed).map(({ need }) => need)
}

const servicePolicy = '/usr/sbin/policy-rc.d'

/** Debian starts the services it installs. The tests start their own, on private ports. */
async function withoutServices<T>(work: () => Promise<T>): Promise<T> {
  if (existsSync(servicePolicy)) return work()
  const remove = () => rmSync(servicePolicy, { force: true })
  writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  process.once('exit', remove)
  try {
    return await work()
  } finally {
    process.off('exit', remove)
    remove()
  }
}

async function installWithApt(missing: Need[], announce: (line: string) => void): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const names = missing.map(({ debian }) => debian)
  announce(`Installing ${names.join(', ')} with apt-get…`)
  await withoutServices(async () => {
    await run('apt-get', ['update'], { env, timeoutMs: 180_000 })
    await run('apt-get', ['install', '-y', ...names], { env, timeoutMs: 600_000 })
  })
}

/** Older Debian releases do not have the package. Checking the lists first avoids trying on every run. */
const isInLists = ({ debian }: Need) => spawnSync('apt-cache', ['show', debian], { stdio: 'ignore' }).status === 0

/** Finds the programs that the tests need, installs them if it can, or says in one line what to do. */
export async function ensureSystemNeeds(announce: (line: string) => void): Promise<void> {
  const all = Object.values(needs)
  const missing = await findMissing(all)
  const canInstall = process.getuid?.() === 0 && onPath('apt-get') !== undefined && process.env.CHROMIUM_PATH === undefined
  if (canInstall) {
    if (missing.length > 0) await installWithApt(missing, announce)
    const optional = (await findMissing([shell])).filter(isInLists)
    if (optional.length > 0) await installWithApt(optional, announce)
  }
  const left = canInstall ? await findMissing(all) : missing
  if (left.length > 0) throw new PlainError(missingLine(left))
}

if (import.meta.main)
  await ensureSystemNeeds(console.log).catch((error: unknown) => {
    console.error(error instanceof PlainError ? error.message : error)
    process.exitCode = 1
  })
