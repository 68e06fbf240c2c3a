import { randomUUID } from 'node:crypto'
import { refresh, signIn } from '@saathi/contract/accounts/identity-calls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { Refusal } from '../errors.ts'
import { moveClock } from '../jobs/move-clock.ts'
import { type Limit, limitsFor } from './limits.ts'
import { requireWithinLimits, sweepThrottles } from './require-within-limits.ts'

const limits = limitsFor({ limitFactor: 1 })
const newEmail = () => `${randomUUID()}@saathi.example`
let nextIp = 0
/** From the address block for documentation; no two tests share an address. */
const newIp = () => `198.51.100.${(nextIp += 1)}`

describe('counting', () => {
  let database: TestDatabase
  let one: ReturnType<typeof openDatabase>
  let two: ReturnType<typeof openDatabase>
  beforeAll(async () => {
    database = await cloneDatabase()
    one = openDatabase({ url: database.url, poolSize: 5, log: () => {} })
    two = openDatabase({ url: database.url, poolSize: 5, log: () => {} })
  })
  afterAll(async () => {
    await one.close()
    await two.close()
    await database.drop()
  })

  const noon = new Date('2026-03-01T12:00:00Z')
  const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000)
  const newLimit = (limit: number, windowSeconds = 60): Limit => ({ name: `test.${randomUUID()}`, limit, windowSeconds })
  const attempt = (limit: Limit, now: Date, key = 'asha', db = one.db) => requireWithinLimits(db, now, [{ limits: [limit], key }])
  const outcome = async (work: Promise<void>) =>
    work.then(
      () => 'allowed',
      (error: unknown) => (error instanceof Refusal ? { status: error.status, ...error.details } : error),
    )

  test('allows as many as the limit, then returns the time to wait by the server’s clock', async () => {
    const limit = newLimit(3)
    for (const seconds of [0, 1, 2]) expect(await outcome(attempt(limit, after(seconds)))).toBe('allowed')
    expect(await outcome(attempt(limit, after(10)))).toEqual({ status: 429, retryAfterSeconds: 50 })
    expect(await outcome(attempt(limit, after(59.5)))).toEqual({ status: 429, retryAfterSeconds: 1 })
    expect(await outcome(attempt(limit, after(60)))).toBe('allowed')
  })

  test('does not extend the window for refused attempts', async () => {
    const limit = newLimit(1)
    await attempt(limit, noon)
    for (let second = 1; second < 60; second += 1) await outcome(attempt(limit, after(second)))
    expect(await outcome(attempt(limit, after(60)))).toBe('allowed')
  })

  test('separates keys and limits', async () => {
    const [limit, other] = [newLimit(1), newLimit(1)]
    await attempt(limit, noon, 'asha')
    expect(await outcome(attempt(limit, noon, 'ravi'))).toBe('allowed')
    expect(await outcome(attempt(other, noon, 'asha'))).toBe('allowed')
    expect(await outcome(attempt(limit, noon, 'asha'))).toMatchObject({ status: 429 })
  })

  test('allows exactly the limit for a hundred concurrent attempts on two servers', async () => {
    const limit = newLimit(20)
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, at) => outcome(attempt(limit, noon, 'asha', at % 2 ? one.db : two.db))),
    )
    expect(outcomes.filter((each) => each === 'allowed')).toHaveLength(20)
  })

  test('survives a restart', async () => {
    const limit = newLimit(1)
    await attempt(limit, noon)
    const restarted = openDatabase({ url: database.url, poolSize: 1, log: () => {} })
    expect(await outcome(attempt(limit, noon, 'asha', restarted.db))).toMatchObject({ status: 429 })
    await restarted.close()
  })

  test('stops at the first full limit, and does not count against the later ones', async () => {
    const [narrow, wide] = [newLimit(1), newLimit(2)]
    const both = (key: string) =>
      outcome(
        requireWithinLimits(one.db, noon, [
          { limits: [narrow], key },
          { limits: [wide], key: 'shared' },
        ]),
      )
    expect(await both('asha')).toBe('allowed')
    for (let again = 0; again < 5; again += 1) expect(await both('asha')).toMatchObject({ status: 429 })
    expect(await both('ravi')).toBe('allowed')
    expect(await both('meera')).toMatchObject({ status: 429 })
  })

  test('does not make anybody wait for a clock that was set back', async () => {
    const limit = newLimit(1)
    await attempt(limit, after(86_400))
    expect(await outcome(attempt(limit, noon))).toBe('allowed')
    expect(await outcome(attempt(limit, after(1)))).toMatchObject({ status: 429 })
  })

  test('inside a transaction is an error, since a refusal would undo it', async () => {
    const counted = one.db.transaction().execute((db) => attempt(newLimit(1), noon, 'asha', db))
    await expect(counted).rejects.toThrow('before the transaction')
  })

  test('stores no addresses, and the sweep deletes old rows', async () => {
    const limit = newLimit(5)
    await attempt(limit, noon, 'asha@saathi.example')
    const rows = await one.db.selectFrom('throttle').selectAll().where('what', '=', limit.name).execute()
    expect(rows).toMatchObject([{ count: 1, ends_at: after(60) }])
    expect(JSON.stringify(rows) + rows[0]?.key_hash.toString('latin1')).not.toContain('asha')
    await sweepThrottles(one.db, after(59))
    expect(await outcome(attempt(limit, after(59), 'asha@saathi.example'))).toBe('allowed')
    expect(await sweepThrottles(one.db, after(60))).toBeGreaterThan(0)
    expect(await one.db.selectFrom('throttle').select('what').where('what', '=', limit.name).execute()).toEqual([])
  })
})

test('ended windows are deleted every day', async () => {
  const server = await startTestServer()
  onTestFinished(server.stop)
  await requireWithinLimits(server.db, server.clock.now(), [{ limits: limits.signInPerIp, key: newIp() }])
  await server.app.startJobs(server.url)
  await moveClock(server.db, server.clock, () => server.clock.advance(24 * 60 * 60))
  const rows = () => server.db.selectFrom('throttle').select('what').execute()
  await expect.poll(rows, { timeout: 40_000, interval: 50 }).toEqual([])
})

test('every limit is multiplied by the same factor', () => {
  const wider = limitsFor({ limitFactor: 20 })
  expect(wider.signInPerIp.map(({ limit }) => limit)).toEqual(limits.signInPerIp.map(({ limit }) => limit * 20))
  expect(wider.linkPreviewPerPerson[0]?.limit).toBe(1200)
})

describe('signing in', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  })
  afterAll(() => server.stop())

  const tryIn = (email: string, password: string, ip: string) =>
    server.ask(null, signIn, { body: { email, password } }, { 'x-forwarded-for': ip })

  /** Counts as if there had been this many attempts. */
  async function useUp(name: keyof typeof limits, key: string, left = 0) {
    for (const limit of limits[name]) {
      const work = Array.from({ length: limit.limit - left }, () =>
        requireWithinLimits(server.db, server.clock.now(), [{ limits: [limit], key }]),
      )
      await Promise.all(work)
    }
  }

  test('with many addresses from one machine is limited per minute', async () => {
    const ip = newIp()
    const [minute] = limits.signInPerIp
    await Promise.all(
      Array.from({ length: 60 }, () =>
        requireWithinLimits(server.db, server.clock.now(), [{ limits: minute ? [minute] : [], key: ip }]),
      ),
    )
    const refused = await tryIn(newEmail(), 'x', ip)
    expect(refused.status).toBe(429)
    server.clock.advance(Number(refused.headers['retry-after']))
    expect((await tryIn(newEmail(), 'x', ip)).status).toBe(401)
    server.clock.reset()
  })

  test('counts an IPv6 /64 as one address', async () => {
    const [mine, neighbour] = ['2001:db8:7:1', '2001:db8:7:2']
    await useUp('signInPerIp', `${mine}::/64`)
    expect((await tryIn(newEmail(), 'x', `${mine}::1`)).status).toBe(429)
    expect((await tryIn(newEmail(), 'x', `${mine}:aaaa:bbbb:cccc:dddd`)).status).toBe(429)
    expect((await tryIn(newEmail(), 'x', `${neighbour}::1`)).status).toBe(401)
  })

  test('renewing a session is limited per address', async () => {
    const ip = newIp()
    await useUp('refreshPerIp', ip, 1)
    const renew = () => server.ask(null, refresh, { body: {} }, { 'x-forwarded-for': ip })
    expect((await renew()).status).toBe(401)
    expect(await renew()).toMatchObject({ status: 429, body: { code: 'core.too_many' } })
  })

  test('from a foreign page or with an invalid body is not counted', async () => {
    const ip = newIp()
    await useUp('signInPerIp', ip, 1)
    const foreign = { 'x-forwarded-for': ip, origin: 'https://evil.test' }
    for (let times = 0; times < 3; times += 1) {
      expect((await server.ask(null, signIn, { body: { email: newEmail(), password: 'x' } }, foreign)).status).toBe(403)
      expect((await tryIn('not an address', 'x', ip)).status).toBe(400)
    }
    expect((await tryIn(newEmail(), 'x', ip)).status).toBe(401)
  })
})

describe('C03: address headers sent by a client', () => {
  const claims = [
    'x-forwarded-for',
    'x-real-ip',
    'forwarded',
    'true-client-ip',
    'cf-connecting-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-forwarded',
    'forwarded-for',
    'x-forwarded-host',
    'via',
  ]
  const claimed = (at: number, name: string) => (name === 'forwarded' ? `for=198.51.100.${at}` : `198.51.100.${at}`)
  const headersFor = (at: number) => Object.fromEntries(claims.map((name) => [name, claimed(at, name)]))
  const minute = limits.signInPerIp.filter(({ windowSeconds }) => windowSeconds === 60)

  async function startFull(trustedProxy: string[] | false) {
    const server = await startTestServer({ trustedProxy })
    const one = () => requireWithinLimits(server.db, server.clock.now(), [{ limits: minute, key: '127.0.0.1' }])
    await Promise.all(Array.from({ length: 60 }, one))
    const tryIn = (headers: Record<string, string>) =>
      server.ask(null, signIn, { body: { email: newEmail(), password: 'x' } }, { host: 'saathi.example', ...headers })
    return { server, tryIn }
  }

  test.each([
    ['without a proxy', false],
    ['with a proxy at another address', ['192.0.2.1']],
  ] as const)('give no extra attempt %s', async (_what, trustedProxy) => {
    const { server, tryIn } = await startFull(trustedProxy ? [...trustedProxy] : false)
    for (const name of claims) expect((await tryIn({ [name]: claimed(9, name) })).status, name).toBe(429)
    for (let at = 1; at <= 20; at += 1) expect((await tryIn(headersFor(at))).status).toBe(429)
    await server.stop()
  })

  test('are ignored behind the trusted proxy, except for the address that the proxy added', async () => {
    const { server, tryIn } = await startFull(['127.0.0.1'])
    expect((await tryIn({ 'x-forwarded-for': '198.51.100.1' })).status).toBe(401)
    for (const name of claims.filter((each) => each !== 'x-forwarded-for')) {
      expect((await tryIn({ [name]: claimed(9, name) })).status, name).toBe(429)
    }
    const one = () => requireWithinLimits(server.db, server.clock.now(), [{ limits: minute, key: '198.51.100.2' }])
    await Promise.all(Array.from({ length: 60 }, one))
    // The client's own text precedes the address that the proxy added.
    for (const invented of ['1.1.1.1', '127.0.0.1', 'unknown', '::1', '"']) {
      expect((await tryIn({ 'x-forwarded-for': `${invented}, 198.51.100.2` })).status, invented).toBe(429)
    }
    await server.stop()
  })
})
