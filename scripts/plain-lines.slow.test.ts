import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { makeDataDir, removeDataDir } from './private-server.ts'
import { root } from './run.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp()
})

function runNode(script: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, ['--disable-warning=FSTDEP023', join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  let output = ''
  child.stdout.on('data', (bytes) => (output += bytes))
  child.stderr.on('data', (bytes) => (output += bytes))
  // On a busy machine the server logs slow queries; they are not part of the output under test.
  const outputLines = () =>
    output
      .trim()
      .split('\n')
      .filter((line) => !/^database: \d+ ms: /.test(line))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, lines: outputLines() })))
}

const server = 'server/src/app/main.ts'

test('a port in use is reported in one line that names it', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => taken.close(resolve)))
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const dataDir = makeDataDir()
  cleanups.push(() => removeDataDir(dataDir))
  const { code, lines } = await runNode(server, { NODE_ENV: 'test', PORT: String(port), DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(String(port))
}, 180_000)

test('a data folder that cannot be created is reported in one line that names it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-file-'))
  cleanups.push(() => rmSync(folder, { recursive: true }))
  // Blocked by a file, because root ignores permissions.
  writeFileSync(join(folder, 'data'), '')
  const { code, lines } = await runNode(server, { NODE_ENV: 'test', PORT: '0', DATA_DIR: join(folder, 'data', 'inside') })
  expect(code).toBe(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(join(folder, 'data'))
})

test('missing production settings are reported in one line that names them', async () => {
  const { code, lines } = await runNode(server, {
    NODE_ENV: 'production',
    DATABASE_URL: '',
    SAATHI_SECRET: '',
    PUBLIC_URL: '',
    SMTP_URL: '',
  })
  expect(code).toBe(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/DATABASE_URL.*SAATHI_SECRET.*PUBLIC_URL.*SMTP_URL/)
})

test('a missing Chromium is reported in one line with a fix', async () => {
  const { code, lines } = await runNode('scripts/system-needs.ts', { CHROMIUM_PATH: join(root, 'no-such-browser') })
  expect(code).toBe(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/Missing: Chromium.*apt-get install chromium.*CHROMIUM_PATH/)
})

test('an unknown step of npm test is reported in one line that lists the steps', async () => {
  const { code, lines } = await runNode('scripts/test.ts', {}, '--only', 'nothing')
  expect(code).toBe(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/No such step: nothing.*format, lint, unused, tables/)
})
