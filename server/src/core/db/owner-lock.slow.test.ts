import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OperatorError } from '../operator-error.ts'
import { lockDataDir } from './owner-lock.ts'
import { canRunAsNobody, nobody, runChild, scratchFolder } from './test-scratch.ts'

test('a second server on the same data folder is refused while the first is running, and the first is not affected', async () => {
  const dataDir = join(scratchFolder(), 'data')
  const first = runChild(['lock-data-dir', dataDir])
  await first.readLine()
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    new OperatorError(
      `Another Saathi server (process ${first.pid}) is already using ${dataDir}. Stop it first, or choose another DATA_DIR.`,
    ),
  )
  await expect(lockDataDir(dataDir)).rejects.toThrow(OperatorError)
  expect(await first.finish()).toBe(0)
  await (await lockDataDir(dataDir)).release()
}, 180_000)

test('the folder of a killed server is taken over at once, even if its process id now belongs to another program', async () => {
  const dataDir = join(scratchFolder(), 'data')
  const first = runChild(['lock-data-dir', dataDir])
  await first.readLine()
  await first.kill()
  writeFileSync(join(dataDir, 'server.pid'), `${process.ppid}\n`)
  const lock = await lockDataDir(dataDir)
  await lock.release()
  expect(existsSync(join(dataDir, 'server.pid'))).toBe(false)
}, 180_000)

test('two paths to the same folder share one lock', async () => {
  const folder = scratchFolder()
  mkdirSync(join(folder, 'data'))
  symlinkSync(join(folder, 'data'), join(folder, 'alias'))
  const lock = await lockDataDir(join(folder, 'data'))
  await expect(lockDataDir(join(folder, 'alias'))).rejects.toThrow(OperatorError)
  await lock.release()
})

test('a data folder that is a file is refused with a clear message', async () => {
  const path = join(scratchFolder(), 'data')
  writeFileSync(path, '')
  await expect(lockDataDir(path)).rejects.toThrow(
    new OperatorError(`Cannot write to the data folder ${path}: it is a file. Make it writable, or choose another DATA_DIR.`),
  )
})

test.runIf(canRunAsNobody)(
  'a data folder without write access is refused with a clear message',
  async () => {
    const folder = scratchFolder()
    chmodSync(folder, 0o755)
    const child = runChild(['lock-data-dir', join(folder, 'data')], nobody)
    expect(await child.readLine()).toEqual({
      error: `Cannot write to the data folder ${join(folder, 'data')}: permission denied. Make it writable, or choose another DATA_DIR.`,
    })
  },
  10_000,
)
