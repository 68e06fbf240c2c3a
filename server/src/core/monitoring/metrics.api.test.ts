import { getProfile } from '@saathi/contract/accounts/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { openDatabase } from '../db/open.ts'
import { deleteOldRepliesJob } from '../jobs/upkeep.ts'
import { countDatabase, countJobs, serveMetrics } from './metrics.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('calls are counted by pattern and status, without personal data', async () => {
  const personId = await server.buildPerson()
  await server.ask(personId, getProfile, {})
  await server.ask(null, getProfile, {})
  await server.app.inject({ url: '/api/v2/identity/sessions/planted-sign-in/?otp=secret' })
  const text = await server.app.metrics.metrics()
  expect(text).toMatch(/saathi_request_seconds_count\{call="GET \/api\/v2\/users\/profile\/?",status="200"\} 1/)
  expect(text).toMatch(/saathi_request_seconds_count\{call="GET \/api\/v2\/users\/profile\/?",status="401"\} 1/)
  expect(text).toContain('saathi_live_sockets 0')
  expect(text).toContain('saathi_nodejs_eventloop_lag_p99_seconds')
  expect(text).not.toMatch(/planted|secret|saathi\.example/)
})

test('they are served on a separate port, and nothing else is', async () => {
  const metrics = await serveMetrics(server.app.metrics, 0, '127.0.0.1')
  countDatabase(server.app.metrics, server.pool)
  countJobs(server.app.metrics, server.db)
  await server.db.transaction().execute((db) => server.app.world.jobs.enqueue(db, deleteOldRepliesJob, {}))
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${metrics.port}${path}`, { method })
  const text = await (await ask('/metrics')).text()
  expect(text).toContain('saathi_database_connections')
  expect(text).toContain(`saathi_jobs{name="${deleteOldRepliesJob.name}",state="created"} 1`)
  for (const [path, method] of [
    ['/', 'GET'],
    ['/api/health/', 'GET'],
    ['/metrics', 'POST'],
  ] as const) {
    expect((await ask(path, method)).status).toBe(404)
  }
  expect((await server.app.inject({ url: '/metrics' })).statusCode).toBe(404)
  await metrics.close()
})

test('a slow query is logged with its text and without its values', async () => {
  const lines: string[] = []
  const open = (slowMs: number) => {
    const { db, close } = openDatabase({ url: server.url, poolSize: 1, log: (line) => lines.push(line), slowMs })
    onTestFinished(close)
    return db
  }
  // On a busy machine the simplest query can take a tenth of a second, but never a minute.
  await sql`select ${'planted value'}::text`.execute(open(60_000))
  expect(lines).toEqual([])
  await sql`select ${'planted value'}::text, pg_sleep(0.1)`.execute(open(50))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^database: \d+ ms: select \$1::text, pg_sleep\(0\.1\)$/)
})
