import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { withWorld } from '../server/src/app/with-world.ts'
import { readEnv } from '../server/src/core/env.ts'
import { hashPassword } from '../server/src/accounts/public.ts'
import { loadDemoHistory } from '../server/src/programme/load/programme.ts'
import { loadFolder } from '../server/src/programme/load/folder.ts'

const demo = fileURLToPath(new URL('../demo/', import.meta.url))

/** 200 people, of whom 100 are in 50 pairs: copied a hundred times they are 20,000 people in 5,000 pairs. */
const people = {
  seed: 11,
  funnels: [
    {
      project: 'pragati',
      emailDomain: 'pragati.example',
      pairManager: 'rekha@saathi.example',
      invited: 14,
      signedUp: 16,
      surveyOpen: 12,
      preparing: 22,
      waiting: 14,
      offered: 4,
      mentorsToApprove: 4,
      freeMentors: 4,
      active: 50,
      ended: 4,
      blocked: 2,
    },
  ],
}
const MADE_UP = 200

/** Loads the demo with the people above by the product's own loader. */
async function loadMadeUpPeople(url: string, dataDir: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-bench-people-'))
  cpSync(demo, folder, { recursive: true })
  writeFileSync(join(folder, 'people.json'), JSON.stringify(people))
  const env = readEnv({ NODE_ENV: 'development', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  await withWorld(env, async (world, log) => {
    await loadFolder(world, folder, log, hashPassword, loadDemoHistory, true)
  }).finally(() => rmSync(folder, { recursive: true }))
}

/** Tables with the columns that hold ids of people or of mentorships, offers and channels copied with them. */
const copied: readonly (readonly [table: string, ids: readonly string[]])[] = [
  ['person', ['id']],
  ['experience', ['person_id']],
  ['consent', ['person_id']],
  ['sign_in', ['person_id']],
  ['survey_response', ['person_id']],
  ['stage_response', ['person_id']],
  ['stage_answer', ['person_id']],
  ['mentorship', ['id']],
  ['mentorship_member', ['mentorship_id', 'person_id']],
  ['walk', ['mentorship_id', 'person_id']],
  ['session_progress', ['person_id', 'mentorship_id']],
  ['step_completion', ['person_id', 'mentorship_id']],
  ['match_seeker', ['person_id']],
  ['match_mentor', ['person_id']],
  ['match_offer', ['id', 'mentor_id', 'mentee_id']],
  ['chat_channel', ['id', 'mentorship_id', 'person_id']],
]
/** More than any id that the loader gives. */
const SHIFT = 100_000

/**
 * 20,000 people in seconds. They equal real rows, because every row is a copy of one that the loader wrote, and a test compares
 * those with rows of people who came through the product. Only ids, addresses, names and times differ.
 */
export async function fillPeople(pool: pg.Pool, url: string, dataDir: string, count: number): Promise<void> {
  await loadMadeUpPeople(url, dataDir)
  const copies = count / MADE_UP - 1
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const [table, ids] of copied) await copyTable(client, table, ids, copies)
    await client.query('analyze')
  } finally {
    client.release(true)
  }
}

const changed: Readonly<Record<string, string>> = {
  'person.email': `'c' || n || '.' || email`,
  // Real lists have many different names; the last names stay in their script.
  'person.first_name': `first_name || case when n % 3 = 0 then '' else ' ' || chr(65 + (n % 26)::int) || '.' end`,
  'person.created_at': `created_at - n * interval '3 hours'`,
  'person.google_subject': 'null',
  'sign_in.id': 'gen_random_uuid()',
  'sign_in.last_used_at': `last_used_at - n * interval '7 minutes'`,
  'match_offer.alias': `'match-' || gen_random_uuid() || '@match.invalid'`,
}

async function copyTable(client: pg.PoolClient, table: string, ids: readonly string[], copies: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const names = rows.map(({ name }) => name).filter((name) => ids.includes(name) || name !== 'id' || table === 'sign_in')
  const values = names.map((name) => {
    // Coordinators are not copied: everybody has the same.
    if (name === 'person_id' && table === 'mentorship_member')
      return `case when part = 'pair_manager' then person_id else person_id + n * ${SHIFT} end`
    return changed[`${table}.${name}`] ?? (ids.includes(name) ? `${name} + n * ${SHIFT}` : name)
  })
  const owner = ids.find((name) => name !== 'id' && name !== 'mentorship_id') ?? 'id'
  const madeUp = `select id from made_up`
  const isCopied =
    table === 'mentorship' || table === 'mentorship_member'
      ? `${table === 'mentorship' ? 'id' : 'mentorship_id'} in (select mentorship_id from mentorship_member where person_id in (${madeUp}))`
      : table === 'chat_channel'
        ? `person_id in (${madeUp})`
        : `${owner} in (${madeUp})`
  await client.query(
    `with made_up as materialized (select id from person where email like '%@pragati.example' and id < ${SHIFT}),
       source as materialized (select * from ${table} where ${isCopied})
     insert into ${table} (${names.join(', ')}) overriding system value
     select ${values.join(', ')} from source cross join generate_series(1::bigint, $1) n`,
    [copies],
  )
}
