import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from '../../../test/database.ts'
import { scratchFolder } from '../db/test-scratch.ts'
import { backUp } from './back-up.ts'
import { findTables, isIncluded } from './catalog.ts'
import { tablePath } from './manifest.ts'
import { restore } from './restore.ts'
import { buildFiles, quiet, readEverything, withClient } from './test-world.ts'

async function ownDatabase(make: () => Promise<TestDatabase>) {
  const database = await make()
  onTestFinished(() => database.drop())
  return database.url
}

test('a backup includes every table, except for those filled by migrations and the statistics of the queue', async () => {
  await withClient(await ownDatabase(cloneDatabase), async (client) => {
    const left = (await findTables(client)).filter((table) => !isIncluded(table))
    expect(left.map(({ schema, name }) => `${schema}.${name}`)).toEqual([
      'jobs.bam',
      'jobs.queue_stats',
      'jobs.version',
      'jobs.warning',
      'public.schema_migration',
    ])
    const { rows } = await client.query<{ count: number }>('select count(*)::int from jobs.bam')
    expect(rows).toEqual([{ count: 0 }])
  })
})

test('a backup restores every row and file, and is refused if one byte of it is changed', async () => {
  const folder = scratchFolder()
  const source = { databaseUrl: await ownDatabase(cloneDatabase), dataDir: join(folder, 'source'), s3: undefined }
  const keys = await buildFiles(source.databaseUrl, source.dataDir, 2)
  const { folder: from, manifest } = await backUp(source, { ...quiet, into: join(folder, 'backups') })
  expect(manifest.files).toMatchObject({ count: keys.length, missing: [] })

  const target = { databaseUrl: await ownDatabase(createEmptyDatabase), dataDir: join(folder, 'target'), s3: undefined }
  await restore(target, { ...quiet, from })
  expect(await readEverything(target.databaseUrl)).toEqual(await readEverything(source.databaseUrl))

  const part = join(from, tablePath({ schema: 'public', name: 'language' }))
  const bytes = readFileSync(part)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(part, bytes)
  const other = { databaseUrl: await ownDatabase(createEmptyDatabase), dataDir: join(folder, 'other'), s3: undefined }
  await expect(restore(other, { ...quiet, from })).rejects.toThrow(/damaged: rows.public\.language\.gz/)
  expect(await readEverything(other.databaseUrl)).toEqual({})
})
