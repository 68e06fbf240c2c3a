import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { tokenMaker } from '../server/src/accounts/public.ts'
import { systemClock } from '../server/src/core/clock.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { insertPerson, withDatabase } from './database.ts'
import { startProcess } from './get.ts'
import { median } from './load.ts'

const SECRET = 'a secret for this measurement alone, no more'
const ROUNDS = 5
const REQUESTS = 60
const PATH = '/api/v2/learninghub/sessions/?image_type=web'
const small = { sessions: 20, people: 10 }
const large = { sessions: 500, people: 10_000 }

/** The sessions list of a small programme and of a large, busy one: sequential requests, in turns. */
export async function compareSessionLists() {
  return withDatabase((smallUrl, folder) =>
    withDatabase(async (largeUrl) => {
      const one = await startWith(smallUrl, `${folder}/small`, small)
      const other = await startWith(largeUrl, `${folder}/large`, large)
      try {
        const figures: { small: number[]; large: number[] } = { small: [], large: [] }
        for (let round = 0; round < ROUNDS; round += 1) {
          figures.small.push(await millisecondsEach(one.url, one.token))
          figures.large.push(await millisecondsEach(other.url, other.token))
        }
        return { smallMs: median(figures.small), largeMs: median(figures.large) }
      } finally {
        await Promise.all([one.stop(), other.stop()])
      }
    }),
  )
}

async function startWith(url: string, dataDir: string, size: { sessions: number; people: number }) {
  const { db, pool, close } = openDatabase({ url, log: () => {} })
  const { personId, signInId } = await insertPerson(db, 'reader')
  await fill(pool, size)
  await close()
  const token = await tokenMaker(new TextEncoder().encode(SECRET), systemClock).issueAccess(personId, signInId)
  const settings = {
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    SAATHI_SECRET: SECRET,
  }
  return { ...(await startProcess([fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url))], settings)), token }
}

/** Six steps per session. Everybody, including the reader, has started ten sessions and completed three steps of each. */
async function fill(pool: pg.Pool, { sessions, people }: { sessions: number; people: number }) {
  await pool.query(
    `insert into session (key, position, title, overview, color, is_learning_hub, published_at)
     select 's-' || n, n, 'Session ' || n, repeat('What it is about. ', 20), '#FFFFFF', true, now() from generate_series(1, $1) n`,
    [sessions],
  )
  await pool.query(`insert into session_version (session_id, number, content_hash, duration_minutes, step_count, created_at)
    select id, 1, '', 36, 6, now() from session`)
  await pool.query('update session set version_id = v.id from session_version v where v.session_id = session.id')
  await pool.query(`insert into step (version_id, key, position, title, duration_minutes)
    select v.id, 'step-' || n, n, 'Step', 6 from session_version v, generate_series(1, 6) n`)
  await pool.query(
    `insert into person (email, provider, password_hash, role, language_code, created_at)
     select n || '@bench.example', 'normal', 'none', 'Mentee', 'en', now() from generate_series(1, $1) n`,
    [people - 1],
  )
  await pool.query(`insert into session_progress (person_id, session_id, version_id, status, started_at, last_seen_at)
    select p.id, s.id, s.version_id, 'ONGOING', now(), now()
    from person p cross join generate_series(0, 9) n
    join session s on s.position = 1 + (p.id * 7 + n) % (select count(*) from session)`)
  await pool.query(`insert into step_completion (person_id, step_id, completed_at)
    select g.person_id, step.id, now() from session_progress g join step on step.version_id = g.version_id and step.position <= 3`)
  await pool.query('analyze')
}

async function millisecondsEach(origin: string, token: string): Promise<number> {
  const startedAt = performance.now()
  for (let at = 0; at < REQUESTS; at += 1) {
    const reply = await fetch(origin + PATH, { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`the list answered ${reply.status}`)
    await reply.arrayBuffer()
  }
  return (performance.now() - startedAt) / REQUESTS
}
