import { loadavg } from 'node:os'
import { join } from 'node:path'
import { tokenMaker } from '../server/src/accounts/public.ts'
import { withWorld } from '../server/src/app/with-world.ts'
import { systemClock } from '../server/src/core/clock.ts'
import { inTransaction } from '../server/src/core/ctx.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { readEnv } from '../server/src/core/env.ts'
import { findPairsAfter } from '../server/src/worklist/facts-store.ts'
import { releaseOfGone } from '../server/src/worklist/hand-over.ts'
import { reviewDecisions, reviewPairs, reviewPeople } from '../server/src/worklist/review.ts'
import { insertPerson, withDatabase } from './database.ts'
import { startProcess } from './get.ts'
import { fillPeople } from './many-people.ts'
import { fileURLToPath } from 'node:url'

const SECRET = 'a secret for this measurement alone, no more'
const PEOPLE = Number(process.argv[2] ?? 20_000)
const STAFF = 20
const ROUNDS = 10
const BATCH = 500

/** Today for 20 colleagues at once, and the pass of the night, with 5,000 pairs. */
async function measureWorklist() {
  return withDatabase(async (url, folder) => {
    const dataDir = join(folder, 'server')
    const { db, pool, close } = openDatabase({ url, log: () => {} })
    await fillPeople(pool, url, dataDir, PEOPLE)
    const settings = {
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      SAATHI_SECRET: SECRET,
    }
    const nights = [await runNight(settings), await runNight(settings)]
    const staff = []
    for (let at = 0; at < STAFF; at += 1) staff.push(await insertPerson(db, `bench-staff-${at}`))
    await pool.query(
      `update person set role = 'ProgramManager', email_verified_at = now(), totp_confirmed_at = now() where id = any($1)`,
      [staff.map(({ personId }) => personId)],
    )
    await pool.query(`insert into staff_right (person_id, role, given_at) select unnest($1::bigint[]), 'ProgramManager', now()`, [
      staff.map(({ personId }) => personId),
    ])
    await pool.query('update sign_in set second_factor_at = now() where id = any($1)', [staff.map(({ signInId }) => signInId)])
    const { rows } = await pool.query<{ pairs: number; items: number }>(
      `select (select count(*)::int from mentorship where ended_at is null) as pairs,
         (select count(*)::int from work_item where closed_at is null) as items`,
    )
    await pool.query('analyze')
    await close()
    const server = await startProcess([fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url))], settings)
    try {
      const tokens = tokenMaker(new TextEncoder().encode(SECRET), systemClock)
      const readers = await Promise.all(staff.map(({ personId, signInId }) => tokens.issueAccess(personId, signInId)))
      const times = await measureToday(server.url, readers)
      return { ...rows[0], nights, p50: quantile(times, 0.5), p95: quantile(times, 0.95), load: loadavg()[0] ?? 0 }
    } finally {
      await server.stop()
    }
  })
}

/** Does the work of the nightly jobs, with one transaction for each batch. In seconds. */
async function runNight(settings: Record<string, string>): Promise<number> {
  let seconds = 0
  await withWorld(
    readEnv(settings),
    async (world, log) => {
      const startedAt = performance.now()
      await inTransaction(world, log, async (ctx) => {
        await releaseOfGone(ctx)
        await reviewPeople(ctx, null)
        await reviewDecisions(ctx)
      })
      for (let after = 0; ;) {
        const ids = await findPairsAfter(world.db, after, BATCH)
        if (ids.length === 0) break
        await inTransaction(world, log, (ctx) => reviewPairs(ctx, ids))
        after = ids.at(-1) ?? after
      }
      seconds = (performance.now() - startedAt) / 1000
    },
    { allowsRunningServers: true },
  )
  return seconds
}

/** Each of them opens the list again as soon as it has come, one after the other. */
async function measureToday(url: string, readers: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const token of readers) {
      const startedAt = performance.now()
      const path = `/api/v2/staff/worklist/?view=${round % 2 === 0 ? 'mine' : 'team'}`
      const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
      await reply.arrayBuffer()
      times.push(performance.now() - startedAt)
    }
  }
  return times.slice(readers.length)
}

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0

if (import.meta.main) {
  const { pairs, items, nights, p50, p95, load } = await measureWorklist()
  const [first = 0, second = 0] = nights
  console.log(`${pairs} pairs, ${items} rows, load ${load.toFixed(1)}`)
  console.log('| what | measured | goal |\n|---|---|---|')
  console.log(`| Today, p50, ms | ${p50.toFixed(0)} | |`)
  console.log(`| Today, p95, ms | ${p95.toFixed(0)} | at most 150 |`)
  console.log(`| the first night, s | ${first.toFixed(1)} | at most 30 |`)
  console.log(`| the second night, s | ${second.toFixed(1)} | at most 30 |`)
}
