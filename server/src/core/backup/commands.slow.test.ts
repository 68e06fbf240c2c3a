import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { lockDataDir } from '../db/owner-lock.ts'
import { findPostmasterPid } from '../db/scratch-cluster.ts'
import { fast, scratchFolder } from '../db/test-scratch.ts'
import { buildFiles, migrateTo, readEverything } from './test-world.ts'

const scripts = fileURLToPath(new URL('../../../../scripts/', import.meta.url))

async function run(script: 'backup' | 'restore', dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(scripts, `${script}.ts`), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, err }
}

test('the commands work while a server is running, refuse to restore over it, and leave no database running', async () => {
  const [busy, fresh] = [scratchFolder(), scratchFolder()]
  const lock = await lockDataDir(busy)
  const postgres = await startEmbeddedPostgres({ dataDir: busy, settings: fast })
  onTestFinished(() => postgres.stop())
  await migrateTo(postgres.url)
  await buildFiles(postgres.url, busy, 2)
  const pid = findPostmasterPid(busy)

  const made = await run('backup', busy)
  expect(made).toEqual({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Backed up \d+ rows of \d+ tables and 3 files to .*saathi-\d{4}-/),
  })
  expect(findPostmasterPid(busy)).toBe(pid)
  const [name = ''] = readdirSync(join(busy, 'backups'))
  const folder = join(busy, 'backups', name)

  const refused = await run('restore', busy, folder)
  expect(refused).toEqual({ code: 1, out: '', err: expect.stringMatching(/^Another Saathi server .* is already using .*\n$/) })
  const restored = await run('restore', fresh, folder)
  expect(restored).toEqual({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Restored and verified \d+ rows of \d+ tables and 3 files as of /),
  })
  expect(findPostmasterPid(fresh)).toBeUndefined()

  // No database runs there: the backup starts it and stops it again.
  expect(await run('backup', fresh, join(fresh, 'elsewhere'))).toMatchObject({ code: 0, err: '' })
  expect(existsSync(join(fresh, 'elsewhere'))).toBe(true)
  expect(findPostmasterPid(fresh)).toBeUndefined()
  expect(await run('restore', fresh, folder)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The database is not empty.*\n$/),
  })

  const again = await startEmbeddedPostgres({ dataDir: fresh, settings: fast })
  onTestFinished(() => again.stop())
  expect(await readEverything(again.url)).toEqual(await readEverything(postgres.url))
  await lock.release()
}, 180_000)

test.each([
  ['backup', ['--help']],
  ['backup', ['a', 'b']],
  ['restore', []],
  ['restore', ['a', 'b']],
] as const)('npm run %s with %j prints its usage and changes nothing', async (script, args) => {
  const dataDir = join(scratchFolder(), 'data')
  const { code, err } = await run(script, dataDir, ...args)
  expect(code).toBe(1)
  expect(err).toMatch(/^Usage: npm run (backup|restore) .*\n$/)
  expect(existsSync(dataDir)).toBe(false)
})
