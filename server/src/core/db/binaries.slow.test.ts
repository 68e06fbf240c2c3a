import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OperatorError } from '../operator-error.ts'
import { findPackage, installBinaries, type PostgresPackage, readLinks } from './binaries.ts'
import { isRoot, scratchFolder } from './test-scratch.ts'

function buildPackage(): PostgresPackage {
  const native = join(scratchFolder(), 'native')
  for (const folder of ['bin', 'lib', 'share/many']) mkdirSync(join(native, folder), { recursive: true })
  writeFileSync(join(native, 'bin/postgres'), '#!/bin/sh\necho ready\n', { mode: 0o700 })
  writeFileSync(join(native, 'lib/libx.so.1.2'), 'library', { mode: 0o600 })
  for (let number = 0; number < 60; number++) writeFileSync(join(native, 'share/many', `${number}`), 'x'.repeat(number))
  writeFileSync(
    join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]),
  )
  return { native, version: '1.0.0', platform: 'test' }
}

test('concurrent processes end with one complete copy and no leftovers', async () => {
  const found = buildPackage()
  const folder = join(scratchFolder(), 'cache')
  const targets = await Promise.all(Array.from({ length: 8 }, () => installBinaries(found, folder)))
  expect(new Set(targets).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['postgres-1.0.0-test'])
  expect(readdirSync(join(folder, 'postgres-1.0.0-test/share/many'))).toHaveLength(60)
  expect(spawnSync(join(folder, 'postgres-1.0.0-test/bin/postgres'), { encoding: 'utf8' }).stdout).toBe('ready\n')
})

test('the copy has the listed links and is readable by all, even if the package is not', async () => {
  const target = await installBinaries(buildPackage(), join(scratchFolder(), 'cache'))
  expect(readlinkSync(join(target, 'lib/libx.so.1'))).toBe('libx.so.1.2')
  expect(readFileSync(join(target, 'lib/libx.so.1'), 'utf8')).toBe('library')
  expect(statSync(target).mode & 0o777).toBe(0o755)
  expect(statSync(join(target, 'bin/postgres')).mode & 0o777).toBe(0o755)
  expect(statSync(join(target, 'lib/libx.so.1.2')).mode & 0o777).toBe(0o644)
})

test('a complete copy is reused', async () => {
  const found = buildPackage()
  const folder = join(scratchFolder(), 'cache')
  const first = lstatSync(await installBinaries(found, folder)).ino
  expect(lstatSync(await installBinaries(found, folder)).ino).toBe(first)
})

test('a copy with a truncated file is made again', async () => {
  const found = buildPackage()
  const folder = join(scratchFolder(), 'cache')
  const target = await installBinaries(found, folder)
  truncateSync(join(target, 'lib/libx.so.1.2'), 3)
  await installBinaries(found, folder)
  expect(readFileSync(join(target, 'lib/libx.so.1'), 'utf8')).toBe('library')
  expect(readdirSync(folder)).toEqual(['postgres-1.0.0-test'])
})

test('a folder that others may write to is not trusted', async () => {
  const folder = join(scratchFolder(), 'cache')
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  await expect(installBinaries(buildPackage(), folder)).rejects.toThrow('others may write there')
})

test.runIf(isRoot)('a copy that belongs to another user is replaced by our own', async () => {
  const found = buildPackage()
  const folder = join(scratchFolder(), 'cache')
  const target = await installBinaries(found, folder)
  chownSync(target, 12_345, 12_345)
  await installBinaries(found, folder)
  expect(lstatSync(target).uid).toBe(0)
})

test('leftovers of a killed copy are removed after an hour and not before', async () => {
  const folder = join(scratchFolder(), 'cache')
  for (const name of ['old.part', 'new.part']) mkdirSync(join(folder, name), { recursive: true })
  const twoHoursAgo = Date.now() / 1000 - 7_200
  utimesSync(join(folder, 'old.part'), twoHoursAgo, twoHoursAgo)
  await installBinaries(buildPackage(), folder)
  expect(readdirSync(folder).toSorted()).toEqual(['new.part', 'postgres-1.0.0-test'])
})

test('the shipped package runs from its copy, which needs the links', async () => {
  const found = findPackage()
  const target = await installBinaries(found, join(scratchFolder(), 'cache'))
  for (const { to } of readLinks(found.native)) expect(statSync(join(target, to)).isFile()).toBe(true)
  expect(spawnSync(join(target, 'bin/postgres'), ['--version'], { encoding: 'utf8' }).stdout).toMatch(
    /^postgres \(PostgreSQL\) 18/,
  )
}, 180_000)

test('a platform without a package gets an error that suggests DATABASE_URL', () => {
  expect(() => findPackage('sunos-sparc')).toThrow(
    new OperatorError('No PostgreSQL comes with Saathi for sunos-sparc. Set DATABASE_URL to a PostgreSQL of your own.'),
  )
})
