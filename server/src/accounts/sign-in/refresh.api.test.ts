import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/accounts/identity-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { hashPassword } from '../passwords.ts'

const PASSWORD = 'Saathi@2026'
const TEN_MINUTES = 600
let server: TestServer
let passwordHash: string
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 100 })
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => server.stop())

const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie'] ?? '').split(';')[0] ?? ''

async function buildSignIn() {
  const email = `${randomUUID()}@saathi.example`
  const personId = await server.buildPerson({ email, passwordHash })
  const { headers } = await server.ask(null, calls.signIn, { body: { email, password: PASSWORD } })
  return { email, personId, cookie: cookieOf(headers) }
}

async function renew(cookie: string) {
  const { status, headers } = await server.ask(null, calls.refresh, { body: {} }, { cookie })
  return { status, cookie: cookieOf(headers) }
}

async function stateOf({ email, personId }: { email: string; personId: number }) {
  const mails = await server.db.selectFrom('mail').select('id').where('to_address', '=', email).execute()
  const signIn = await server.db
    .selectFrom('sign_in')
    .select('end_reason')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return { mails: mails.length, ended: signIn.end_reason }
}
const unaffected = { mails: 0, ended: null }
const alarmed = { mails: 1, ended: 'token_reused' }

/**
 * Written as `first→a 10m a→b`: refreshing with `first` returns `a`; ten minutes later refreshing with `a` returns `b`,
 * or the alarm.
 */
type Scenario = [what: string, told: string]
const seconds = { s: 1, m: 60, d: 86_400 }

async function play(script: string) {
  const signedIn = await buildSignIn()
  const tokens = new Map([['first', signedIn.cookie]])
  for (const part of script.split(' ')) {
    const [, much, unit] = /^(\d+)([smd])$/.exec(part) ?? []
    if (unit) server.clock.advance(Number(much) * seconds[unit as keyof typeof seconds])
    else await present(tokens, part)
  }
  return { signedIn, tokens }
}

async function present(tokens: Map<string, string>, part: string) {
  const [presented = '', issued = ''] = part.split('→')
  const { status, cookie } = await renew(tokens.get(presented) ?? '')
  expect(status, part).toBe(issued === 'alarm' ? 401 : 200)
  if (status === 200) tokens.set(issued, cookie)
}

/** One holder with a bad connection and two tabs: the person is not signed out and gets no warning. */
const honest: Scenario[] = [
  ['each token is exchanged for the next', '10m first→a 10m a→b 10m b→c'],
  ['a reply is lost', 'first→lost 11s first→a 10m a→b'],
  ['a reply is lost and the next visit is a week later', 'first→lost 7d first→a 10m a→b'],
  ['a later reply is lost', '10m first→a 10m a→lost 11s a→b 10m b→c'],
  ['four replies are lost in a row', 'first→lost 11s first→lost 5s first→lost 1d first→lost 11s first→a 10m a→b'],
  ['replies are lost in several reloads', 'first→lost 4s first→lost 4s first→lost 4s first→a 10m a→b'],
  ['two tabs refresh at once and the first cookie stays', 'first→a 1s first→b 10m a→c 10m c→d'],
  ['two tabs refresh at once and the second cookie stays', 'first→a 1s first→b 10m b→c 10m c→d'],
  ['two tabs wake after a lost reply and the first cookie stays', 'first→lost 60s first→a 1s first→b 10m a→c 10m c→d'],
  ['two tabs wake after a lost reply and the second cookie stays', 'first→lost 60s first→a 1s first→b 10m b→c 10m c→d'],
  ['one tab has refreshed twice when the other tab’s request arrives', 'first→a 1s a→b 1s first→c 10m c→d 10m d→e'],
]

/** Two holders: once both have refreshed again, both are signed out and the owner gets a warning by mail. */
const stolen: Scenario[] = [
  ['the thief refreshes after the owner did twice', 'first→owner 10m owner→owner2 60s first→alarm'],
  ['the thief uses an old token', 'first→a 1d a→b 1d b→c 1d a→alarm'],
  ['the thief refreshes after the owner, who then continues', 'first→owner 60s first→thief 10m owner→alarm'],
  ['the thief refreshes after the owner and continues', 'first→owner 60s first→thief 60s thief→thief2 10m owner→alarm'],
  ['the thief refreshes repeatedly', 'first→owner 5s first→thief 6s first→thief2 5s first→thief3 10m owner→alarm'],
  ['the thief refreshes before the owner and continues', 'first→thief 60s first→owner 10m thief→alarm'],
  ['the thief refreshes before the owner, who then continues', 'first→thief 60s first→owner 10m owner→owner2 60s thief→alarm'],
  ['the thief has refreshed twice before the owner', 'first→thief 10m thief→thief2 60s first→alarm'],
  ['both refresh at once and the owner continues', 'first→owner 5s first→thief 10m owner→owner2 60s thief→alarm'],
  ['both refresh at once and the thief continues', 'first→owner 5s first→thief 60s thief→thief2 10m owner→alarm'],
]

describe('a sign-in', () => {
  test.each(honest)('[ACC-32] continues when %s', async (_what, script) => {
    const { signedIn } = await play(script)
    expect(await stateOf(signedIn)).toEqual(unaffected)
  })

  test.each(stolen)('[ACC-32] ends for everyone and its owner gets a mail when %s', async (_what, script) => {
    const { signedIn, tokens } = await play(script)
    for (const [name, cookie] of tokens) expect((await renew(cookie)).status, name).toBe(401)
    expect(await stateOf(signedIn)).toEqual(alarmed)
  })
})

describe('after the clock was set back', () => {
  test('[ACC-32] a used token still reveals a second holder', async () => {
    const signedIn = await buildSignIn()
    server.clock.advance(3600)
    const { cookie: owner } = await renew(signedIn.cookie)
    server.clock.advance(TEN_MINUTES)
    await renew(owner)
    server.clock.advance(-3600 - TEN_MINUTES)
    expect((await renew(signedIn.cookie)).status).toBe(401)
    expect(await stateOf(signedIn)).toEqual(alarmed)
  })

  test('[ACC-32] a token that would live longer than thirty days has expired', async () => {
    const signedIn = await buildSignIn()
    server.clock.advance(3600)
    const { cookie } = await renew(signedIn.cookie)
    server.clock.advance(-3600)
    expect((await renew(cookie)).status).toBe(401)
    expect(await stateOf(signedIn)).toEqual(unaffected)
  })
})

describe('concurrently', () => {
  const refreshAll = (cookies: readonly string[]) => Promise.all(cookies.map(renew))
  const sorted = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

  test.each([
    ['with a new token', 0],
    ['after a lost reply', 11],
  ])('[ACC-32] ten refreshes %s all succeed, and one of the tokens stays valid', async (_what, secondsLost) => {
    const signedIn = await buildSignIn()
    if (secondsLost > 0) await renew(signedIn.cookie)
    server.clock.advance(secondsLost)
    const answers = await refreshAll(Array.from({ length: 10 }, () => signedIn.cookie))
    expect(sorted(answers)).toEqual(Array(10).fill(200))
    server.clock.advance(TEN_MINUTES)
    const [one, other] = answers.map(({ cookie }) => cookie).toReversed()
    expect((await renew(one ?? '')).status).toBe(200)
    expect(await stateOf(signedIn)).toEqual(unaffected)
    expect((await renew(other ?? '')).status).toBe(401)
    expect(await stateOf(signedIn)).toEqual(alarmed)
  })

  test.each([
    ['two tokens issued for the same one', 1],
    ['a used token and its successor', 0],
  ])('[ACC-32] %s reveal two holders, whichever comes first', async (_what, sibling) => {
    for (let round = 0; round < 5; round += 1) {
      const signedIn = await buildSignIn()
      const { cookie: issued } = await renew(signedIn.cookie)
      const other = sibling ? (await renew(signedIn.cookie)).cookie : signedIn.cookie
      server.clock.advance(TEN_MINUTES)
      expect(sorted(await refreshAll(round % 2 ? [issued, other] : [other, issued]))).toEqual([200, 401])
      expect(await stateOf(signedIn)).toEqual(alarmed)
    }
  })
})
