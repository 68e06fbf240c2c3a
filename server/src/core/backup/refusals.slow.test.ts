import { hash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from '../../../test/database.ts'
import { lockDataDir } from '../db/owner-lock.ts'
import { makeScratch, removeScratch } from '../db/scratch-cluster.ts'
import { openFileStore } from '../files/open-files.ts'
import { backUp } from './back-up.ts'
import { filePath, readManifest, tablePath, UNFINISHED, writeManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import type { DataLocation } from './with-database.ts'
import { restore } from './restore.ts'
import { buildFiles, makeMigrations, migrateTo, quiet, readEverything, withClient } from './test-world.ts'

const scratch = makeScratch('saathi-backup-')
const databases: TestDatabase[] = []
let source: DataLocation
let complete: string
let keys: string[]
let from: string
let target: DataLocation & { databaseUrl: string }
let number = 0

async function newLocation(make: () => Promise<TestDatabase>) {
  const database = await make()
  databases.push(database)
  number += 1
  return { databaseUrl: database.url, dataDir: join(scratch, `place-${number}`), s3: undefined }
}

beforeAll(async () => {
  const place = await newLocation(cloneDatabase)
  keys = await buildFiles(place.databaseUrl, place.dataDir, 3)
  source = place
  complete = (await backUp(place, { ...quiet, into: join(scratch, 'backups') })).folder
})

beforeEach(async () => {
  target = await newLocation(createEmptyDatabase)
  from = join(scratch, `copy-${number}`)
  cpSync(complete, from, { recursive: true })
})

afterAll(async () => {
  for (const database of databases) await database.drop()
  removeScratch(scratch)
})

const part = (name: string) => join(from, tablePath({ schema: 'public', name }))
const firstFile = () => join(from, filePath(keys[0] ?? ''))

function flipByte(path: string, at = 0.5) {
  const bytes = readFileSync(path)
  const index = Math.floor(bytes.length * at)
  bytes[index] = (bytes[index] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

/** Rewrites the manifest with a valid digest, as somebody who knows the format could. */
async function rewrite(change: (manifest: Manifest) => Manifest) {
  const manifest = await readManifest(from)
  rmSync(join(from, 'manifest.json'))
  await writeManifest(from, change(manifest))
}

const withTable = (manifest: Manifest, name: string, change: Partial<Manifest['tables'][number]>): Manifest => ({
  ...manifest,
  tables: manifest.tables.map((table) => (table.name === name ? { ...table, ...change } : table)),
})

async function expectNothingWritten() {
  expect(await readEverything(target.databaseUrl)).toEqual({})
  expect(existsSync(join(target.dataDir, 'files'))).toBe(false)
}

const damages: [string, () => void | Promise<void>, RegExp][] = [
  ['a flipped byte in the rows', () => flipByte(part('language')), /damaged: rows.public\.language\.gz/],
  ['a flipped byte in the header of a part', () => flipByte(part('language'), 0), /damaged: rows.public\.language\.gz/],
  ['a flipped byte in a file', () => flipByte(firstFile()), /damaged: files/],
  ['a flipped byte in the list of files', () => flipByte(join(from, 'files.gz')), /damaged: files\.gz/],
  ['a missing part', () => rmSync(part('person')), /public\.person\.gz is missing/],
  ['a missing file', () => rmSync(firstFile()), /damaged: files.* is missing/],
  ['a truncated part', () => truncateSync(part('person'), 60), /damaged: rows.public\.person\.gz/],
  ['an empty part', () => truncateSync(part('person'), 0), /damaged: rows.public\.person\.gz/],
  ['a truncated file', () => truncateSync(firstFile(), 3), /damaged: files/],
  ['two swapped parts', swapParts, /damaged/],
  ['a changed manifest', () => replaceIn('manifest.json', /"count": \d+/, '"count": 2'), /manifest\.json was changed/],
  ['a manifest that is not JSON', () => writeFileSync(join(from, 'manifest.json'), '{'), /manifest\.json was changed/],
  ['no manifest', () => rmSync(join(from, 'manifest.json')), /not a complete backup: it has no manifest/],
  ['one row too few', () => rewrite((m) => withTable(m, 'language', { rows: 8 })), /has 7 rows instead of 8/],
  ['too few files', () => rewrite((m) => ({ ...m, files: { ...m.files, count: 99 } })), /instead of 99/],
  ['a name that points outside the folder', () => rewrite((m) => withTable(m, 'tag', { name: '../../tag' })), /cannot read/],
  ['a future format', futureFormat, /made by a version of Saathi that this one cannot read/],
  ['another migration with the same number', () => rewrite(otherMigration), /made by another Saathi/],
]

function swapParts() {
  renameSync(part('tag'), join(from, 'aside'))
  renameSync(part('language'), part('tag'))
  renameSync(join(from, 'aside'), part('language'))
}

function replaceIn(name: string, what: RegExp, by: string) {
  const text = readFileSync(join(from, name), 'utf8')
  expect(text).toMatch(what)
  writeFileSync(join(from, name), text.replace(what, by))
}

async function futureFormat() {
  const manifest = { ...(await readManifest(from)), format: 2 }
  const sha256 = hash('sha256', JSON.stringify(manifest))
  writeFileSync(join(from, 'manifest.json'), JSON.stringify({ sha256, manifest }))
}

const otherMigration = (manifest: Manifest): Manifest => ({
  ...manifest,
  migrations: manifest.migrations.map((each) => ({ ...each, sha256: each.sha256.replaceAll('a', 'b') })),
})

test.each(damages)('C45: %s is refused before anything is written', async (_, damage, says) => {
  await damage()
  await expect(restore(target, { ...quiet, from })).rejects.toThrow(says)
  await expectNothingWritten()
})

test('different restored values undo everything, even if every hash in the folder is right', async () => {
  await rewrite((manifest) => withTable(manifest, 'language', { sum: '0'.repeat(64) }))
  await expect(restore(target, { ...quiet, from })).rejects.toThrow(/public\.language differs from the backup/)
  await expectNothingWritten()
})

test('a complete backup is accepted', async () => {
  await restore(target, { ...quiet, from })
  expect(await readEverything(target.databaseUrl)).toEqual(await readEverything(source.databaseUrl ?? ''))
})

test('an unfinished backup is refused, even if it is complete', async () => {
  renameSync(from, `${from}${UNFINISHED}`)
  await expect(restore(target, { ...quiet, from: `${from}${UNFINISHED}` })).rejects.toThrow(/it was never finished/)
  await expectNothingWritten()
})

test('a database that is not empty is refused and left unchanged', async () => {
  await migrateTo(target.databaseUrl)
  const before = await readEverything(target.databaseUrl)
  await expect(restore(target, { ...quiet, from })).rejects.toThrow(/is not empty.*nothing was changed/)
  expect(await readEverything(target.databaseUrl)).toEqual(before)
  expect(existsSync(join(target.dataDir, 'files'))).toBe(false)
})

test('a backup of a newer version is refused, naming the newer migration', async () => {
  const place = await newLocation(createEmptyDatabase)
  const migrationsFolder = makeMigrations(join(scratch, 'newer'), { extra: 'create table later (id int primary key)' })
  await migrateTo(place.databaseUrl, migrationsFolder)
  const newer = await backUp(place, { ...quiet, into: join(scratch, 'newer-backups'), migrationsFolder })
  await expect(restore(target, { ...quiet, from: newer.folder })).rejects.toThrow(/newer than this version.*_extra\.sql/)
  await expectNothingWritten()
  await expect(backUp(place, { ...quiet, into: join(scratch, 'x') })).rejects.toThrow(/The database is newer/)
  expect(existsSync(join(scratch, 'x'))).toBe(false)
})

test('a backup of an older version is restored and then migrated', async () => {
  const place = await newLocation(createEmptyDatabase)
  const migrationsFolder = makeMigrations(join(scratch, 'older'), { upTo: 4 })
  await migrateTo(place.databaseUrl, migrationsFolder)
  await withClient(place.databaseUrl, (client) =>
    client.query("insert into mail (to_address, subject, text, html, created_at) values ('a@b.c', 's', 't', 'h', now())"),
  )
  const older = await backUp(place, { ...quiet, into: join(scratch, 'older-backups'), migrationsFolder })
  const { migrated } = await restore(target, { ...quiet, from: older.folder })
  expect(migrated[0]).toMatch(/^0005_/)
  await withClient(target.databaseUrl, async (client) => {
    expect((await client.query('select to_address, sent_at from mail')).rows).toEqual([{ to_address: 'a@b.c', sent_at: null }])
    expect((await client.query("select to_regclass('jobs.job') is not null as is")).rows).toEqual([{ is: true }])
  })
})

test('a restore is refused while a server uses the data folder', async () => {
  const lock = await lockDataDir(target.dataDir)
  await expect(restore(target, { ...quiet, from })).rejects.toThrow(/already using/)
  await lock.release()
  await expectNothingWritten()
})

test('an empty database is not backed up', async () => {
  await expect(backUp(target, { ...quiet, into: join(scratch, 'y') })).rejects.toThrow(/nothing to back up/)
  expect(existsSync(join(scratch, 'y'))).toBe(false)
})

test('a file that is missing or changed in the store is listed, and the rest is saved', async () => {
  const place = await newLocation(cloneDatabase)
  const [lost = '', , changed = '', ...others] = await buildFiles(place.databaseUrl, place.dataDir, 6)
  const store = openFileStore(place)
  await store.delete(lost)
  await store.put(changed, Buffer.from('other bytes'))
  const { folder, manifest } = await backUp(place, { ...quiet, into: join(scratch, 'with-losses') })
  expect(manifest.files.missing.toSorted()).toEqual([lost, changed].toSorted())
  expect(manifest.files.count).toBe(others.length + 1)
  await restore(target, { ...quiet, from: folder })
})

test('a backup that fails leaves nothing behind', async () => {
  const into = join(scratch, 'failing')
  const place = await newLocation(cloneDatabase)
  await buildFiles(place.databaseUrl, place.dataDir, 1)
  const nowhere = { endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' }
  await expect(backUp({ ...place, s3: nowhere }, { ...quiet, into })).rejects.toThrow(/fetch failed/)
  expect(readdirSync(into)).toEqual([])
})
