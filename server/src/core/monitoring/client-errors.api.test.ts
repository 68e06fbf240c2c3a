import { listClientErrors, reportClientErrors } from '@saathi/contract/core/client-errors'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { moveClock } from '../jobs/move-clock.ts'
import { limitsFor } from '../limits/limits.ts'
import { MAX_STORED } from './client-error-store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
})
afterAll(() => server.stop())
afterEach(() => server.db.deleteFrom('client_error').execute())

let nextIp = 0
const newIp = () => `198.51.100.${(nextIp += 1)}`
const crash = {
  kind: 'crash' as const,
  route: '/learninghub',
  name: 'TypeError',
  message: 'x is not a function',
  version: '7.2.0',
}
type Report = Parameters<typeof report>[0][number]
const report = (errors: (typeof crash | (Omit<typeof crash, 'kind'> & { kind: 'survey' | 'google' }))[], ip = newIp()) =>
  server.ask(null, reportClientErrors, { body: { errors } }, { 'x-forwarded-for': ip })
async function admin() {
  const personId = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, personId)
  return personId
}
const countOf = async (kind: string) =>
  Number(new RegExp(`saathi_client_errors_total\\{kind="${kind}"\\} (\\d+)`).exec(await server.app.metrics.metrics())?.[1] ?? 0)

test('[SUR-06] a failure is reported signed out, counted by kind, and listed for administrators', async () => {
  const before = { survey: await countOf('survey'), crash: await countOf('crash') }
  const refused: Report = { ...crash, kind: 'survey', route: '/stage', name: 'ApiError', message: 'surveys.answers_rejected' }
  expect(await report([refused, crash])).toMatchObject({ status: 200, body: {} })
  server.clock.advance(60)
  expect((await report([refused])).status).toBe(200)
  expect(await countOf('survey')).toBe(before.survey + 2)
  expect(await countOf('crash')).toBe(before.crash + 1)
  const { status, body } = await server.ask(await admin(), listClientErrors, { query: {} })
  expect(status).toBe(200)
  expect(body.kinds).toMatchObject([
    { kind: 'survey', count: 2 },
    { kind: 'crash', count: 1 },
  ])
  expect(body.errors).toMatchObject([
    { ...refused, count: 2 },
    { ...crash, count: 1 },
  ])
  const only = await server.ask(await admin(), listClientErrors, { query: { kind: 'crash' } })
  expect(only.body.errors).toMatchObject([{ ...crash, count: 1 }])
  server.clock.reset()
})

test('the server removes personal data that a browser did not remove', async () => {
  await report([{ ...crash, route: '/mentorship/42', message: 'asha@saathi.example is person 4711', version: 'asha@x' }])
  const [row] = await server.db.selectFrom('client_error').selectAll().execute()
  expect(row).toMatchObject({ route: '/mentorship/$', message: '<email> is person #', version: '' })
  // Only texts: the hash and the times may contain these digits by chance.
  const texts = Object.values(row ?? {}).filter((value) => typeof value === 'string')
  expect(texts.join(' ')).not.toMatch(/asha|4711|42/)
})

test('only administrators may read the reports', async () => {
  for (const role of ['Mentee', 'ProgramManager', 'SafeguardingLead'] as const) {
    const personId = await server.buildPerson({ role })
    await markSecondFactor(server, personId)
    expect((await server.ask(personId, listClientErrors, { query: {} })).status).toBe(403)
  }
  // Without the second factor an administrator has no staff rights.
  expect((await server.ask(await server.buildPerson({ role: 'Admin' }), listClientErrors, { query: {} })).status).toBe(403)
  expect((await server.ask(null, listClientErrors, { query: {} })).status).toBe(401)
})

test('reports are limited per address and minute, and other addresses are not affected', async () => {
  const [minute] = limitsFor({ limitFactor: 1 }).clientErrorsPerIp
  const ip = newIp()
  for (let times = 0; times < (minute?.limit ?? 0); times += 1) expect((await report([crash], ip)).status).toBe(200)
  expect(await report([crash], ip)).toMatchObject({ status: 429, body: { code: 'core.too_many' } })
  expect((await report([crash])).status).toBe(200)
})

test('a call accepts at most ten reports of bounded length', async () => {
  expect((await report(Array.from({ length: 11 }, () => crash))).status).toBe(400)
  expect((await report([])).status).toBe(400)
  expect((await report([{ ...crash, message: 'a'.repeat(501) }])).status).toBe(400)
})

test('the table is bounded: known failures are still counted, and a job deletes old ones', async () => {
  const letters = (at: number) =>
    String(at)
      .padStart(4, '0')
      .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
  const rows = Array.from({ length: MAX_STORED }, (_, at) => ({ ...crash, message: `broken ${letters(at)}` }))
  for (let at = 0; at < rows.length; at += 10) expect((await report(rows.slice(at, at + 10))).status).toBe(200)
  const count = async () => (await server.db.selectFrom('client_error').select('message').execute()).length
  expect(await count()).toBe(MAX_STORED)
  await report([
    { ...crash, message: 'one too many' },
    { ...crash, message: 'broken aaaa' },
  ])
  expect(await count()).toBe(MAX_STORED)
  const known = server.db.selectFrom('client_error').select('count').where('message', '=', 'broken aaaa')
  expect(await known.executeTakeFirst()).toEqual({ count: 2 })
  await server.app.startJobs(server.url)
  await moveClock(server.db, server.clock, () => server.clock.advance(24 * 60 * 60))
  await expect.poll(count, { timeout: 40_000, interval: 50 }).toBe(MAX_STORED / 2)
  await moveClock(server.db, server.clock, () => server.clock.advance(31 * 24 * 60 * 60))
  await expect.poll(count, { timeout: 40_000, interval: 50 }).toBe(0)
})
