import { randomUUID } from 'node:crypto'
import { giveSecondFactor, offerAuthenticator, setFlags } from '@saathi/contract/accounts/staff-calls'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sharedServer, startTestServer, type TestServer } from '../../test/harness.ts'
import { buildAuthenticator } from '../../test/matrix/second-factor.ts'
import { fromBase32 } from '../../test/authenticator.ts'
import { dumpTables, occursIn } from '../../test/matrix/table-dump.ts'
import { codeOfStep, stepAt } from './totp.ts'

const HOUR_SECONDS = 3600
let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const buildStaff = () => server.buildPerson({ role: 'Admin' })
const offer = (who: number | null) => server.ask(who, offerAuthenticator, { body: {} })
const give = (who: number | null, code: string, headers = {}) => server.ask(who, giveSecondFactor, { body: { code } }, headers)
/** Any staff call would do. */
async function staffCall(who: number, headers = {}) {
  const personId = await server.buildPerson()
  return (await server.ask(who, setFlags, { params: { personId }, body: {} }, headers)).status
}
/** Another browser of the same person. */
async function elsewhere(personId: number) {
  const id = randomUUID()
  const now = server.clock.now()
  const times = { started_at: now, last_used_at: now, confirmed_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  await server.db
    .insertInto('sign_in')
    .values({ id, person_id: personId, device: 'Test', ...times })
    .execute()
  return { authorization: `Bearer ${await server.tokens.issueAccess(personId, id)}` }
}

describe('an authenticator app', () => {
  test('is tied by its first right code, which opens the staff calls of this sign-in and of no other', async () => {
    const staff = await buildStaff()
    const other = await elsewhere(staff)
    const { key, uri } = (await offer(staff)).body
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`secret=${key}`)
    expect(await staffCall(staff)).toBe(403)
    const code = codeOfStep(fromBase32(key), stepAt(server.clock.now()))
    expect((await give(staff, code)).body).toEqual({})
    expect(await staffCall(staff)).toBe(200)
    expect(await staffCall(staff, other)).toBe(403)
  })

  test('can be begun again until then, and not afterwards', async () => {
    const staff = await buildStaff()
    const first = fromBase32((await offer(staff)).body.key)
    const second = fromBase32((await offer(staff)).body.key)
    expect((await give(staff, codeOfStep(first, stepAt(server.clock.now())))).body.code).toBe('accounts.wrong_code')
    expect((await give(staff, codeOfStep(second, stepAt(server.clock.now())))).status).toBe(200)
    expect(await offer(staff)).toMatchObject({ status: 409, body: { code: 'accounts.has_authenticator' } })
  })

  test('is offered only to who has shown a moment ago who they are', async () => {
    const staff = await buildStaff()
    await server.tokenFor(staff)
    server.clock.advance(16 * 60)
    expect(await offer(staff)).toMatchObject({ status: 403, body: { code: 'accounts.confirm_first' } })
    const { totp_key } = await server.db.selectFrom('person').select('totp_key').where('id', '=', staff).executeTakeFirstOrThrow()
    expect(totp_key).toBeNull()
  })

  test('is nothing for members, nor for who is signed out', async () => {
    const mentee = await server.buildPerson()
    expect((await offer(null)).status).toBe(401)
    expect((await give(null, '000000')).status).toBe(401)
    expect((await offer(mentee)).body.code).toBe('core.forbidden')
    expect((await give(mentee, '000000')).body.code).toBe('core.forbidden')
  })

  test('leaves its key nowhere in the tables in a form one could read', async () => {
    const staff = await buildStaff()
    const { key } = (await offer(staff)).body
    const dump = await dumpTables(server.db)
    expect(occursIn(dump, key)).toBe(false)
    expect(dump).not.toContain(fromBase32(key).toString('hex'))
  })
})

describe('a code', () => {
  test('without an app there is none to give', async () => {
    const staff = await buildStaff()
    expect(await give(staff, '000000')).toMatchObject({ status: 409, body: { code: 'accounts.no_authenticator' } })
  })

  test('works once: neither a second time, nor here nor elsewhere, nor one of an earlier half minute', async () => {
    const staff = await buildStaff()
    const app = await buildAuthenticator(server, staff)
    const other = await elsewhere(staff)
    // Read once: half a minute may end between two of these.
    const [earlier, code, next] = [app.code(-1), app.code(0), app.code(1)]
    expect((await give(staff, code)).status).toBe(200)
    expect((await give(staff, code)).body.code).toBe('accounts.wrong_code')
    expect((await give(null, code, other)).body.code).toBe('accounts.wrong_code')
    expect((await give(null, earlier, other)).body.code).toBe('accounts.wrong_code')
    expect((await give(null, next, other)).status).toBe(200)
  })

  test('given ten times at the same instant it is taken once', async () => {
    const staff = await buildStaff()
    const app = await buildAuthenticator(server, staff)
    const code = app.code()
    const answers = await Promise.all(Array.from({ length: 10 }, () => give(staff, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['accounts.wrong_code']))
  })

  test('of a half minute further away is refused, and so is another person’s', async () => {
    const [staff, colleague] = [await buildStaff(), await buildStaff()]
    const app = await buildAuthenticator(server, staff)
    const others = await buildAuthenticator(server, colleague)
    // Three ahead, of which half a minute may pass meanwhile.
    for (const code of [app.code(-2), app.code(3), others.code()]) {
      expect(await give(staff, code)).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    }
    expect(await staffCall(staff)).toBe(403)
  })

  test('that is none is refused before anything is looked at', async () => {
    const staff = await buildStaff()
    const headers = { authorization: `Bearer ${await server.tokenFor(staff)}` }
    for (const code of ['', '12345', '1234567', '12 345', 'abcdef', 123_456, null, '１２３４５６']) {
      const response = await server.app.inject({ method: 'POST', url: giveSecondFactor.path, payload: { code }, headers })
      expect(response.json().code).toBe('core.bad_input')
    }
  })

  test('holds for twelve hours, then the staff calls are shut until the next', async () => {
    const own = await startTestServer()
    onTestFinished(own.stop)
    const staff = await own.buildPerson({ role: 'Admin' })
    const person = await own.buildPerson()
    const app = await buildAuthenticator(own, staff)
    const ask = async () => (await own.ask(staff, setFlags, { params: { personId: person }, body: {} })).status
    await own.ask(staff, giveSecondFactor, { body: { code: app.code() } })
    own.clock.advance(12 * HOUR_SECONDS - 60)
    expect(await ask()).toBe(200)
    own.clock.advance(60)
    expect(await ask()).toBe(403)
    await own.ask(staff, giveSecondFactor, { body: { code: app.code() } })
    expect(await ask()).toBe(200)
  })

  test('can be guessed at ten times an hour, then even the right one must wait', async () => {
    const staff = await buildStaff()
    const app = await buildAuthenticator(server, staff)
    const wrong = app.code(5)
    for (let n = 0; n < 10; n += 1) expect((await give(staff, wrong)).status).toBe(400)
    const refused = await give(staff, app.code())
    expect(refused).toMatchObject({ status: 429, body: { code: 'core.too_many' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  })
})

test('a sealed key that was copied to another account opens nothing there', async () => {
  const [owner, thief] = [await buildStaff(), await buildStaff()]
  const app = await buildAuthenticator(server, owner)
  const { totp_key } = await server.db.selectFrom('person').select('totp_key').where('id', '=', owner).executeTakeFirstOrThrow()
  await server.db.updateTable('person').set({ totp_key }).where('id', '=', thief).execute()
  expect((await give(thief, app.code())).status).toBe(500)
  expect(await staffCall(thief)).toBe(403)
})

describe('at /dev one click gives it', () => {
  const click = (headers: Record<string, string>) => server.app.inject({ method: 'POST', url: '/dev/second-factor/', headers })
  const bearer = async (who: number) => ({ authorization: `Bearer ${await server.tokenFor(who)}` })

  test('to staff, for this sign-in', async () => {
    const staff = await buildStaff()
    const other = await elsewhere(staff)
    const answer = await click(await bearer(staff))
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    expect(await staffCall(staff)).toBe(200)
    expect(await staffCall(staff, other)).toBe(403)
  })

  test('to nobody else, and not from a foreign page', async () => {
    expect((await click({})).statusCode).toBe(401)
    expect((await click(await bearer(await server.buildPerson()))).statusCode).toBe(403)
    expect((await click(await bearer(await server.buildPerson({ role: 'Admin', disabled: true })))).statusCode).toBe(401)
    const staff = await buildStaff()
    expect((await click({ ...(await bearer(staff)), origin: 'https://evil.test' })).statusCode).toBe(403)
    expect(await staffCall(staff)).toBe(403)
  })
})
