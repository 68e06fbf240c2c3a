import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { tokenMaker } from '../server/src/accounts/public.ts'
import { systemClock } from '../server/src/core/clock.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { cpuMsOf, processesOf } from './cpu.ts'
import { insertPerson, withDatabase } from './database.ts'
import { startProcess } from './get.ts'
import { fillPeople } from './many-people.ts'
import { median } from './load.ts'

const SECRET = 'a secret for this measurement alone, no more'
const PER_SECOND = 20
/** Of each kind and size; fewer, as the only argument, on a machine that is too busy for a tail anyway. */
const REQUESTS = Number(process.argv[2] ?? 150)
const LIST = '/api/v2/staff/people/'
const stages = ['blocked', 'invited', 'in_pair', 'in_group', 'needs_approval', 'waits_for_match', 'preparing', 'staff']

type World = Awaited<ReturnType<typeof startWorld>>
/** Processor time does not depend on what else the machine does. */
type PeopleFigures = { what: string; p50: number; p95: number; growth: number; cpuMs: number; cpuGrowth: number }

/** The console's people with 2,000 and 20,000 of them: 20 requests a second, in turns. */
async function measurePeople(): Promise<{ figures: PeopleFigures[]; load: number }> {
  return withDatabase((smallUrl, smallFolder) =>
    withDatabase(async (largeUrl, largeFolder) => {
      const small = await startWorld(smallUrl, smallFolder, 2_000)
      const large = await startWorld(largeUrl, largeFolder, 20_000)
      try {
        const figures: PeopleFigures[] = []
        for (const [what, path] of requestsOf(large)) {
          const smallPath = requestsOf(small).find(([name]) => name === what)?.[1] ?? path
          const few = await measureRequests(small, smallPath)
          const many = await measureRequests(large, path)
          const p50 = median(many.times)
          const growth = { growth: p50 / median(few.times), cpuGrowth: many.cpuMs / few.cpuMs }
          figures.push({ what, p50, p95: quantile(many.times, 0.95), cpuMs: many.cpuMs, ...growth })
          console.error(what)
        }
        return { figures, load: loadavg()[0] ?? 0 }
      } finally {
        await Promise.all([small.stop(), large.stop()])
      }
    }),
  )
}

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0

function requestsOf({ programme, cursors, personIds }: World): (readonly [string, (at: number) => string])[] {
  const list = (query: Record<string, string>) => () => `${LIST}?${new URLSearchParams(query)}`
  return [
    ['the list', list({})],
    ['search for a first name', list({ search: 'kavitha' })],
    ['search for one letter', list({ search: 'a' })],
    ['search in Tamil', list({ search: 'கவி' })],
    ['search for a name and an initial', list({ search: 'sunita m' })],
    ['newest first', list({ sort: 'newest' })],
    ['oldest first', list({ sort: 'oldest' })],
    ['mentors', list({ role: 'Mentor' })],
    ['one programme', list({ programme: String(programme) })],
    ...stages.map((stage) => [`stage ${stage}`, list({ stage })] as const),
    ['stage in_pair, newest, one programme', list({ stage: 'in_pair', sort: 'newest', programme: String(programme) })],
    ['a page deep in the list', list({ after: cursors.name })],
    ['a page deep in the newest', list({ sort: 'newest', after: cursors.newest })],
    [
      'the page of a person',
      (at) => `${LIST}${personIds[at % personIds.length]}/?${new URLSearchParams({ reason: 'Before a call' })}`,
    ],
  ]
}

/** At most twenty a second: on a machine that cannot keep up, waiting requests would measure each other. */
async function measureRequests({ url, token, processes }: World, pathOf: (at: number) => string) {
  const times: number[] = []
  const cpuBefore = cpuMsOf(processes())
  for (let at = 0; at < REQUESTS; at += 1) {
    const startedAt = performance.now()
    const path = pathOf(at)
    const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
    const taken = performance.now() - startedAt
    times.push(taken)
    await pause(Math.max(0, 1000 / PER_SECOND - taken))
  }
  return { times, cpuMs: (cpuMsOf(processes()) - cpuBefore) / REQUESTS }
}

async function startWorld(url: string, folder: string, count: number) {
  const dataDir = join(folder, 'server')
  const { db, pool, close } = openDatabase({ url, log: () => {} })
  await fillPeople(pool, url, dataDir, count)
  const { personId, signInId } = await insertPerson(db, 'bench-admin')
  // As if an administrator had just given their second factor.
  await pool.query(`update person set role = 'Admin', email_verified_at = now(), totp_confirmed_at = now() where id = $1`, [
    personId,
  ])
  await pool.query(`insert into staff_right (person_id, role, given_at) values ($1, 'Admin', now())`, [personId])
  await pool.query('update sign_in set second_factor_at = now() where id = $1', [signInId])
  const { rows: deep } = await pool.query<{ first: string; last: string; at: Date; id: number }>(
    `select lower(first_name) as first, lower(last_name) as last, created_at as at, id from person
     order by lower(first_name), lower(last_name), id offset $1 limit 1`,
    [Math.floor(count * 0.9)],
  )
  const { rows: early } = await pool.query<{ at: Date; id: number }>(
    'select created_at as at, id from person order by created_at desc, id desc offset $1 limit 1',
    [Math.floor(count * 0.9)],
  )
  const { rows: shown } = await pool.query<{ id: number }>(
    `select id from person where role in ('Mentee', 'Mentor') order by hashint8(id) limit 500`,
  )
  const { rows: projects } = await pool.query<{ id: number }>(`select id from project where key = 'pragati'`)
  await close()
  const [name, newest] = [deep[0], early[0]]
  const cursorOf = (keys: readonly unknown[]) => Buffer.from(JSON.stringify(keys)).toString('base64url')
  const main = fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url))
  const settings = {
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    SAATHI_SECRET: SECRET,
  }
  const server = await startProcess([main], settings)
  return {
    ...server,
    processes: () => processesOf(server.pid, folder),
    token: await tokenMaker(new TextEncoder().encode(SECRET), systemClock).issueAccess(personId, signInId),
    programme: projects[0]?.id ?? 0,
    personIds: shown.map(({ id }) => id),
    cursors: {
      name: cursorOf(['name', name?.first, name?.last, name?.id]),
      newest: cursorOf(['newest', newest?.at.toISOString(), newest?.id]),
    },
  }
}

if (import.meta.main) {
  const { figures, load } = await measurePeople()
  console.log(`load ${load.toFixed(1)}`)
  console.log('| people of the console, 20,000 | median ms | p95 ms | compared with 2,000 | CPU ms | compared with 2,000 |')
  console.log('|---|---|---|---|---|---|')
  for (const { what, p50, p95, growth, cpuMs, cpuGrowth } of figures)
    console.log(
      `| ${what} | ${[p50.toFixed(1), p95.toFixed(1), growth.toFixed(2), cpuMs.toFixed(1), cpuGrowth.toFixed(2)].join(' | ')} |`,
    )
  process.exit(0)
}
