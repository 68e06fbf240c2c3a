import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { tokenMaker } from '../server/src/accounts/public.ts'
import { buildApp } from '../server/src/app/build-app.ts'
import { systemClock } from '../server/src/core/clock.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { readEnv } from '../server/src/core/env.ts'
import { withDatabase } from './database.ts'
import { median } from './load.ts'
import { fillPeople } from './many-people.ts'

const SECRET = 'a secret for this measurement alone, no more'
/** People in the instance; fewer as arguments on a machine that is too busy for so many. */
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 10_000, 100_000]
const WARM_UP = 10
const REQUESTS = 50

type Figures = { what: string; statements: number; ms: number; rows: number }

/**
 * What the lists of a page cost with more and more people in the instance, for people who themselves have the same in each. `rows`
 * are the entries of tables and indexes that one call reads: unlike times, they do not depend on what else the machine does.
 */
async function measureLists(): Promise<Map<number, Figures[]>> {
  const found = new Map<number, Figures[]>()
  for (const size of SIZES) found.set(size, await withDatabase((url, folder) => measureWith(url, `${folder}/data`, size)))
  return found
}

async function measureWith(url: string, dataDir: string, size: number): Promise<Figures[]> {
  let statements = 0
  // One connection, so that it can report what it has read.
  const { db, pool, close } = openDatabase({ url, poolSize: 1, slowMs: 0, log: () => (statements += 1) })
  await fillPeople(pool, url, dataDir, size)
  await fillPairs(pool)
  const settings = { NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', SAATHI_SECRET: SECRET }
  const app = await buildApp({ env: readEnv(settings), db, clock: systemClock, web: null })
  try {
    const figures: Figures[] = []
    for (const { what, path, token } of await callsOf(pool)) {
      const get = () => ask(app, path, token)
      for (let at = 0; at < WARM_UP; at += 1) await get()
      const before = { statements, rows: await rowsRead(pool) }
      const times: number[] = []
      for (let at = 0; at < REQUESTS; at += 1) {
        const startedAt = performance.now()
        await get()
        times.push(performance.now() - startedAt)
      }
      const rows = ((await rowsRead(pool)) - before.rows) / REQUESTS
      // Looking up the caller once a second is a fraction of a statement.
      figures.push({ what, statements: Math.floor((statements - before.statements) / REQUESTS), ms: median(times), rows })
    }
    console.error(`${size} people: done`)
    return figures
  } finally {
    await app.close()
    await close()
  }
}

/** Whole tables and entries of indexes, by the statements that this connection has run until now. */
async function rowsRead(pool: pg.Pool): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ read: string }>(`select
    (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes) as read`)
  return Number(rows[0]?.read)
}

async function ask(app: FastifyInstance, url: string, token: string): Promise<void> {
  const { statusCode, body } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`)
}

async function callsOf(pool: pg.Pool) {
  const [asha, farhan, harpreet] = [await signIn(pool, 'asha'), await signIn(pool, 'farhan'), await signIn(pool, 'harpreet')]
  const { rows } = await pool.query<{ id: number }>(
    'select mentorship_id as id from mentorship_member where person_id = $1 and left_at is null',
    [asha.personId],
  )
  return [
    { what: 'profile', path: '/api/v2/users/profile/', ...asha },
    { what: 'sessions of the hub', path: '/api/v2/learninghub/sessions/', ...asha },
    { what: 'channels', path: '/api/v2/chat/channels/', ...asha },
    { what: 'calendar', path: `/api/v1/mentorships/${rows[0]?.id}/calendar-events/`, ...asha },
    { what: 'matches of a mentee', path: '/api/v2/matching/get-match-list/?active=true', ...farhan },
    { what: 'matches of a mentor who forms a group', path: '/api/v2/matching/get-match-list/?active=true', ...harpreet },
  ]
}

async function signIn(pool: pg.Pool, name: string): Promise<{ personId: number; token: string }> {
  const { rows } = await pool.query<{ id: number }>('select id from person where email = $1', [`${name}@saathi.example`])
  const personId = rows[0]?.id ?? 0
  const id = randomUUID()
  await pool.query(
    `insert into sign_in (id, person_id, device, started_at, last_used_at, confirmed_at, expires_at)
     values ($1, $2, 'Bench', now(), now(), now(), now() + interval '1 day')`,
    [id, personId],
  )
  return { personId, token: await tokenMaker(new TextEncoder().encode(SECRET), systemClock).issueAccess(personId, id) }
}

/** For the copied pairs: a channel with five messages, and a weekly meeting with answers. Some people have blocked somebody. */
async function fillPairs(pool: pg.Pool): Promise<void> {
  const withoutChannel = `mentorship where not exists (select from chat_channel where mentorship_id = mentorship.id)`
  await pool.query('set statement_timeout = 0')
  await pool.query(`insert into chat_channel (kind, mentorship_id, last_message_at, created_at)
    select 'pair', id, now(), now() from ${withoutChannel}`)
  await pool.query(`insert into chat_member (channel_id, person_id, is_pair_manager, joined_at)
    select channel.id, member.person_id, member.part = 'pair_manager', now()
    from chat_channel channel join mentorship_member member using (mentorship_id)
    on conflict do nothing`)
  await pool.query(`insert into chat_message (channel_id, sender_id, body, created_at)
    select channel.id, member.person_id, 'Message ' || n, now() from chat_channel channel
    join chat_member member on member.channel_id = channel.id and not member.is_pair_manager, generate_series(1, 5) n
    where channel.last_message_id = 0 and channel.kind = 'pair'`)
  await pool.query(`update chat_channel set last_message_id = newest.id
    from (select channel_id, max(id) as id from chat_message group by channel_id) newest where newest.channel_id = chat_channel.id`)
  await pool.query(`insert into calendar_series (mentorship_id, frequency, zone, anchor_date, from_date, wall_time, repeat_end_date,
      title, description, is_pair_group_call, created_at)
    select id, 'WEEKLY', 'Asia/Kolkata', current_date, current_date, '19:00', current_date + 50, 'Call', '', true, now()
    from mentorship where not exists (select from calendar_series where mentorship_id = mentorship.id)`)
  await pool.query(`insert into calendar_event (series_id, mentorship_id, series_date, scheduled_at, title, description,
      is_pair_group_call, created_at, updated_at)
    select id, mentorship_id, anchor_date + 7 * n, anchor_date + 7 * n + wall_time, title, '', true, now(), now()
    from calendar_series series, generate_series(0, 7) n
    where not exists (select from calendar_event where series_id = series.id)`)
  await pool.query(`insert into calendar_answer (event_id, person_id, is_yes, for_at, answered_at)
    select event.id, member.person_id, true, event.scheduled_at, now()
    from calendar_event event join mentorship_member member using (mentorship_id) on conflict do nothing`)
  await pool.query(`insert into person_block (person_id, blocked_id, blocked_at)
    select id, id + 1, now() from person where id % 10 = 0 and exists (select from person other where other.id = person.id + 1)
    on conflict do nothing`)
  await pool.query('analyze')
}

if (import.meta.main) {
  const found = await measureLists()
  const sizes = [...found.keys()]
  const head = sizes.flatMap((size) => [`${size.toLocaleString('en')} people, ms`, 'rows read'])
  console.log(`| what | statements | ${head.join(' | ')} |\n|---|---|${'---|'.repeat(head.length)}`)
  for (const [at, { what, statements }] of (found.get(sizes[0] ?? 0) ?? []).entries()) {
    const cells = sizes.flatMap((size) => {
      const { ms = 0, rows = 0 } = found.get(size)?.[at] ?? {}
      return [ms.toFixed(1), rows.toFixed(0)]
    })
    console.log(`| ${what} | ${statements} | ${cells.join(' | ')} |`)
  }
  process.exit(0)
}
