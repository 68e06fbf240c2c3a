import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from '../../../test/database.ts'
import { openDatabase } from '../db/open.ts'
import { makeScratch, removeScratch } from '../db/scratch-cluster.ts'
import { until } from '../db/test-scratch.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'
import { quiet, withClient } from './test-world.ts'

const scratch = makeScratch('saathi-backup-')
let source: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  source = await cloneDatabase()
  pool = openDatabase({ url: source.url, poolSize: 4, log: () => {} }).pool
  await pool.query(`
    insert into person (email, provider, password_hash, role, language_code, created_at)
      select n || '@saathi.example', 'normal', 'x', 'Mentee', 'en', now() from generate_series(1, 3000) n;
    insert into session (key, position, title, overview, color, is_learning_hub) values ('one', 1, 'One', '', '#FFFFFF', true);
    insert into session_version (session_id, number, content_hash, duration_minutes, step_count, created_at)
      select id, 1, '', 5, 1, now() from session;
    update session set version_id = (select id from session_version);
    insert into step (version_id, key, position, title, duration_minutes) select id, 'a', 1, 'A', 5 from session_version;
    insert into programme_media (hash, name, type, bytes)
      select encode(sha256(n::text::bytea), 'hex'), 'a', 'image/png', decode(repeat(md5(n::text), 20000), 'hex')
      from generate_series(1, 20) n`)
})

afterAll(async () => {
  await pool.end()
  await source.drop()
  removeScratch(scratch)
})

/** A bookmark and its step in one transaction; their tables are far apart in the backup. */
async function write(personEmail: string) {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into bookmark select p.id, s.id, now() from person p, session s where email = $1', [personEmail])
  await client.query('insert into step_completion select p.id, s.id, now() from person p, step s where email = $1', [personEmail])
  await client.query('commit')
  client.release()
}

async function readRestored(folder: string, name: string) {
  const target = await createEmptyDatabase()
  try {
    await restore({ databaseUrl: target.url, dataDir: join(scratch, name), s3: undefined }, { ...quiet, from: folder })
    return await withClient(target.url, async (client) => ({
      bookmarks: await readPeople(client, 'bookmark'),
      steps: await readPeople(client, 'step_completion'),
    }))
  } finally {
    await target.drop()
  }
}

async function readPeople(client: pg.Client | pg.Pool, table: string) {
  const { rows } = await client.query<{ email: string }>(
    `select email from ${table} join person on person.id = person_id order by person.id`,
  )
  return rows.map(({ email }) => email)
}

const place = () => ({ databaseUrl: source.url, dataDir: join(scratch, 'data'), s3: undefined })

test('a backup contains what was written before it started, and nothing written later', async () => {
  await write('1@saathi.example')
  const holder = await pool.connect()
  await holder.query('begin; lock table bookmark in access exclusive mode')
  const backingUp = backUp(place(), { ...quiet, into: join(scratch, 'a') })
  const isWaiting = `select 1 from pg_stat_activity where application_name = 'saathi backup' and wait_event_type = 'Lock'
    and datname = current_database()`
  await until('the backup waits for the table', async () => (await pool.query(isWaiting)).rowCount === 1)
  // At this point the snapshot is taken but the rows are not read yet.
  await holder.query(`
    insert into bookmark select p.id, s.id, now() from person p, session s where email = '2@saathi.example';
    insert into step_completion select p.id, s.id, now() from person p, step s where email = '2@saathi.example';
    commit`)
  holder.release()
  const { folder } = await backingUp
  expect(await readRestored(folder, 'a-data')).toEqual({ bookmarks: ['1@saathi.example'], steps: ['1@saathi.example'] })
})

test('C45: a backup during writes contains everything acknowledged before it started, and no partial transaction', async () => {
  let last = 10
  const done = new AbortController()
  const acknowledged: string[] = []
  const writers = Array.from({ length: 3 }, async () => {
    while (!done.signal.aborted && last < 3000) {
      last += 1
      const email = `${last}@saathi.example`
      await write(email)
      acknowledged.push(email)
    }
  })
  await until('some are written', () => acknowledged.length > 20)
  const before = [...acknowledged]
  const { folder } = await backUp(place(), { ...quiet, into: join(scratch, 'b') })
  done.abort()
  await Promise.all(writers)
  const { bookmarks, steps } = await readRestored(folder, 'b-data')
  expect(bookmarks).toEqual(steps)
  expect(before.filter((email) => !bookmarks.includes(email))).toEqual([])
  // Otherwise nothing was written during the backup.
  expect(acknowledged.length).toBeGreaterThan(bookmarks.length)
})
