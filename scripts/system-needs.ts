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

/** Playwright keeps its own download, where somebody made one, outside the project. */
async function playwrightsOwn(): Promise<string | undefined> {
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
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined) return isProgram(given) ? given : undefined
  return (
    onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
    (isProgram(macChrome) ? macChrome : await playwrightsOwn())
  )
}

type Launch = { executablePath: string; args: string[] }

/** What a browser under test is started with; as root Chromium refuses its own sandbox. */
export async function chromiumLaunch(): Promise<Launch> {
  const executablePath = await findChromium()
  if (!executablePath) throw new PlainError(missingLine([needs.chromium]))
  return { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }
}

/** The same engine without the window around it, which costs each new page more than a small page itself does. */
const findShell = () => (process.env.CHROMIUM_PATH === undefined ? onPath('chromium-headless-shell') : undefined)

/** For tests that open many pages: the shell where it is there, else the whole browser. */
export async function shellLaunch(): Promise<Launch> {
  const whole = await chromiumLaunch()
  return { ...whole, executablePath: findShell() ?? whole.executablePath }
}

/** The folder with `postgres` and `initdb`: Debian keeps them off the PATH, one folder per version. */
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
  // Systems without fontconfig bring their own fonts for Hindi.
  return listing.error !== undefined ? process.platform !== 'linux' : listing.stdout.trim() !== ''
}

type Need = { name: string; debian: string; isThere: () => Promise<boolean> }
const needs = {
  chromium: { name: 'Chromium', debian: 'chromium', isThere: async () => (await findChromium()) !== undefined },
  postgres: { name: 'a PostgreSQL server', debian: 'postgresql', isThere: async () => findPostgresBin() !== undefined },
  redis: { name: 'redis-server', debian: 'redis-server', isThere: async () => findRedis() !== undefined },
  radicale: { name: 'Radicale', debian: 'radicale', isThere: async () => findRadicale() !== undefined },
  font: { name: 'a Devanagari font', debian: 'fonts-noto-core', isThere: async () => hasDevanagariFont() },
} satisfies Record<string, Need>
/** Installed where that is possible, and never missed. */
const shell: Need = { name: 'the shell', debian: 'chromium-headless-shell', isThere: async () => findShell() !== undefined }

function missingLine(missing: Need[]): string {
  const packages = missing.map(({ debian }) => debian).join(' ')
  const own = missing.includes(needs.chromium) ? ' A browser elsewhere can be named by CHROMIUM_PATH.' : ''
  return `Missing: ${missing.map(({ name }) => name).join(', ')}. On Debian: apt-get install ${packages}.${own}`
}

async function findMissing(wanted: readonly Need[]): Promise<Need[]> {
  const checked = await Promise.all(wanted.map(async (need) => ({ need, there: await need.isThere() })))
  return checked.filter(({ there }) => !there).map(({ need }) => need)
}

const servicePolicy = '/usr/sbin/policy-rc.d'

/** Debian starts what it installs; ours are started by the tests alone, on private ports. */
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

/** Older releases do not have it; what the lists do not name is not tried again and again. */
const isInLists = ({ debian }: Need) => spawnSync('apt-cache', ['show', debian], { stdio: 'ignore' }).status === 0

/** Finds what the tests need from the system, installs it where it may, or says in one line what to do. */
export async function ensureSystemNeeds(announce: (line: string) => void): Promise<void> {
  const all = Object.values(needs)
  const missing = await findMissing(all)
  const mayInstall = process.getuid?.() === 0 && onPath('apt-get') !== undefined && process.env.CHROMIUM_PATH === undefined
  if (mayInstall) {
    if (missing.length > 0) await installWithApt(missing, announce)
    const helping = (await findMissing([shell])).filter(isInLists)
    if (helping.length > 0) await installWithApt(helping, announce)
  }
  const left = mayInstall ? await findMissing(all) : missing
  if (left.length > 0) throw new PlainError(missingLine(left))
}

if (import.meta.main)
  await ensureSystemNeeds(console.log).catch((error: unknown) => {
    console.error(error instanceof PlainError ? error.message : error)
    process.exitCode = 1
  })
