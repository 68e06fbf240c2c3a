import { startImport } from '@saathi/contract/accounts/import-calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, testEnv, type TestServer } from '../../../test/harness.ts'
import { checkImport, csvOf, menteeRow, runOf, waitForState } from '../../../test/imports.ts'
import { waitForLocks } from '../../../test/lock-waits.ts'
import { enterAsAdministrator, loadProgrammeWithoutPeople, type Newcomer } from '../../../test/newcomers.ts'
import { spawnServer } from '../../../test/several-servers.ts'

const PEOPLE = 6_000
let server: TestServer
let admin: Newcomer
const killed: { end: (signal: 'SIGKILL') => Promise<void> }[] = []
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  await loadProgrammeWithoutPeople(server)
  admin = await enterAsAdministrator(server)
}, 120_000)
afterAll(async () => {
  for (const { end } of killed) await end('SIGKILL')
  await server.stop()
})

/** A server process that runs the jobs of this database until it is killed. */
async function startVictim() {
  const victim = await spawnServer({ DATABASE_URL: server.url, SAATHI_SECRET: new TextDecoder().decode(testEnv.secret) })
  killed.push(victim)
  return victim
}

/** As if the time of the job's attempt were over: only then does another server try again. */
async function expireAttempts() {
  await sql`update jobs.job set started_on = started_on - interval '10 minutes' where state = 'active'`.execute(server.db)
}

const addresses = Array.from({ length: PEOPLE }, (_, at) => `person-${at}@saathi.example`)
const countPeople = async () => {
  const found = sql<{ count: number; addresses: number }>`
    select count(*)::int as count, count(distinct email)::int as addresses from person where email like 'person-%'`
  return (await found.execute(server.db)).rows[0]
}
const countMails = async () => {
  const found = sql<{ count: number; addresses: number }>`
    select count(*)::int as count, count(distinct to_address)::int as addresses from mail where to_address like 'person-%'`
  return (await found.execute(server.db)).rows[0]
}

test('[STF-10] a server that is killed in the middle of a run leaves nobody, and the next one creates each person once', async () => {
  const runId = await checkImport(server, admin, csvOf(...addresses.map((email) => menteeRow('Asha', email))))
  const first = await startVictim()
  await admin.ask(startImport, { params: { runId }, body: {} })
  await vi.waitUntil(async () => (await runOf(admin, runId)).progress > 0, { timeout: 120_000, interval: 5 })
  await first.end('SIGKILL')
  expect((await runOf(admin, runId)).state).toBe('running')
  expect(await countPeople()).toEqual({ count: 0, addresses: 0 })
  await expireAttempts()
  await server.app.startJobs(server.url, { lostCheckSeconds: 1 })
  await waitForState(admin, runId, 'done')
  expect(await countPeople()).toEqual({ count: PEOPLE, addresses: PEOPLE })
  expect(await runOf(admin, runId)).toMatchObject({ created: PEOPLE, invited: 0 })
}, 400_000)

test('[STF-10] a server that is killed while it invites repeats no invitation', async () => {
  await server.db.updateTable('import_run').set({ invite_at: server.clock.now() }).execute()
  // The server gets as far as its first link, and waits there until it is killed.
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = server.db.transaction().execute(async (db) => {
    await sql`lock table verification_link in exclusive mode`.execute(db)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const second = await startVictim()
  await sql`update jobs.job set start_after = now() where name = 'accounts.invite_imported' and state = 'created'`.execute(
    server.db,
  )
  await waitForLocks(server.db)
  await second.end('SIGKILL')
  release.resolve()
  await holding
  await expireAttempts()
  await expect.poll(countMails, { timeout: 120_000, interval: 200 }).toEqual({ count: 60, addresses: 60 })
  await expect
    .poll(
      async () =>
        (await server.db.selectFrom('import_row').select('number').where('invited_at', 'is not', null).execute()).length,
    )
    .toBe(60)
}, 400_000)
