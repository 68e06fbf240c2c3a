import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tryLockFile } from './file-lock.ts'
import { runChild, scratchFolder } from './test-scratch.ts'

test('a lock is granted once, even within one process, and again after its release', () => {
  const path = join(scratchFolder(), 'x.lock')
  const first = tryLockFile(path)
  expect(first).toBeDefined()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(tryLockFile(path)).toBeUndefined()
  first?.release()
  const second = tryLockFile(path)
  expect(second).toBeDefined()
  second?.release()
})

test('a lock of another process is free as soon as that process is killed', async () => {
  const path = join(scratchFolder(), 'x.lock')
  const child = runChild(['lock-file', path])
  expect(await child.readLine()).toEqual({ locked: true })
  expect(tryLockFile(path)).toBeUndefined()
  await child.kill()
  const lock = tryLockFile(path)
  expect(lock).toBeDefined()
  lock?.release()
}, 180_000)
