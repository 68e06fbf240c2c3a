import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/accounts/identity-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { hashPassword } from './passwords.ts'

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

async function whatBecameOf({ email, personId }: { email: string; personId: number }) {
  const mails = await server.db.selectFrom('mail').select('id').where('to_address', '=', email).execute()
  const signIn = await server.db
    .selectFrom('sign_in')
    .select('end_reason')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return { mails: mails.length, ended: signIn.end_reason }
}
const goesOn = { mails: 0, ended: null }
const alarmed = { mails: 1, ended: 'token_reused' }

/** Told as `first→a 10m a→b`: who comes with `first` gets `a`; ten minutes later who comes with that gets `b`, or the alarm. */
type Story = [what: string, told: string]
const seconds = { s: 1, m: 60, d: 86_400 }

async function live(told: string) {
  const signedIn = await buildSignIn()
  const tokens = new Map([['first', signedIn.cookie]])
  for (const part of told.split(' ')) {
    const [, much, unit] = /^(\d+)([smd])$/.exec(part) ?? []
    if (unit) server.clock.advance(Number(much) * seconds[unit as keyof typeof seconds])
    else await present(tokens, part)
  }
  return { signedIn, tokens }
}

async function present(tokens: Map<string, string>, part: string) {
  const [presented = '', given = ''] = part.split('→')
  const { status, cookie } = await renew(tokens.get(presented) ?? '')
  expect(status, part).toBe(given === 'alarm' ? 401 : 200)
  if (status === 200) tokens.set(given, cookie)
}

/** One who holds the cookie, on a bad line and in two tabs: neither signed out nor frightened by a mail. */
const honest: Story[] = [
  ['each token gives the next', '10m first→a 10m a→b 10m b→c'],
  ['a reply is lost', 'first→lost 11s first→a 10m a→b'],
  ['a reply is lost and the next visit is a week later', 'first→lost 7d first→a 10m a→b'],
  ['a later reply is lost', '10m first→a 10m a→lost 11s a→b 10m b→c'],
  ['four replies are lost in a row', 'first→lost 11s first→lost 5s first→lost 1d first→lost 11s first→a 10m a→b'],
  ['replies are lost to reload after reload', 'first→lost 4s first→lost 4s first→lost 4s first→a 10m a→b'],
  ['of two tabs at once the first one’s cookie stays', 'first→a 1s first→b 10m a→c 10m c→d'],
  ['of two tabs at once the second one’s cookie stays', 'first→a 1s first→b 10m b→c 10m c→d'],
  ['two tabs wake after a lost reply and the first one’s cookie stays', 'first→lost 60s first→a 1s first→b 10m a→c 10m c→d'],
  ['two tabs wake after a lost reply and the second one’s cookie stays', 'first→lost 60s first→a 1s first→b 10m b→c 10m c→d'],
  ['one tab has renewed twice when the other one’s request arrives', 'first→a 1s a→b 1s first→c 10m c→d 10m d→e'],
]

/** Two who hold it: at the latest when both have renewed once more, both are out and the owner knows. */
const stolen: Story[] = [
  ['the thief comes when the owner has renewed twice', 'first→owner 10m owner→owner2 60s first→alarm'],
  ['the thief comes with a token of long ago', 'first→a 1d a→b 1d b→c 1d a→alarm'],
  ['the thief renews after the owner, who then goes on', 'first→owner 60s first→thief 10m owner→alarm'],
  ['the thief renews after the owner and goes on', 'first→owner 60s first→thief 60s thief→thief2 10m owner→alarm'],
  ['the thief renews again and again', 'first→owner 5s first→thief 6s first→thief2 5s first→thief3 10m owner→alarm'],
  ['the thief renews before the owner and goes on', 'first→thief 60s first→owner 10m thief→alarm'],
  ['the thief renews before the owner, who then goes on', 'first→thief 60s first→owner 10m owner→owner2 60s thief→alarm'],
  ['the thief has renewed twice when the owner comes', 'first→thief 10m thief→thief2 60s first→alarm'],
  ['both renew in one moment and the owner goes on', 'first→owner 5s first→thief 10m owner→owner2 60s thief→alarm'],
  ['both renew in one moment and the thief goes on', 'first→owner 5s first→thief 60s thief→thief2 10m owner→alarm'],
]

describe('a sign-in', () => {
  test.each(honest)('[ACC-32] goes on when %s', async (_what, told) => {
    const { signedIn } = await live(told)
    expect(await whatBecameOf(signedIn)).toEqual(goesOn)
  })

  test.each(stolen)('[ACC-32] ends for everyone and its owner is told when %s', async (_what, told) => {
    const { signedIn, tokens } = await live(told)
    for (const [name, cookie] of tokens) expect((await renew(cookie)).status, name).toBe(401)
    expect(await whatBecameOf(signedIn)).toEqual(alarmed)
  })
})

describe('at the same instant', () => {
  const together = (cookies: readonly string[]) => Promise.all(cookies.map(renew))
  const sorted = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

  test.each([
    ['with a new token', 0],
    ['after a lost reply', 11],
  ])('[ACC-32] ten that renew %s all get one, of which one is good', async (_what, secondsLost) => {
    const signedIn = await buildSignIn()
    if (secondsLost > 0) await renew(signedIn.cookie)
    server.clock.advance(secondsLost)
    const answers = await together(Array.from({ length: 10 }, () => signedIn.cookie))
    expect(sorted(answers)).toEqual(Array(10).fill(200))
    server.clock.advance(TEN_MINUTES)
    const [one, other] = answers.map(({ cookie }) => cookie).toReversed()
    expect((await renew(one ?? '')).status).toBe(200)
    expect(await whatBecameOf(signedIn)).toEqual(goesOn)
    expect((await renew(other ?? '')).status).toBe(401)
    expect(await whatBecameOf(signedIn)).toEqual(alarmed)
  })

  test.each([
    ['two tokens that were given for one', 1],
    ['a used token and the one that was given for it', 0],
  ])('[ACC-32] %s are two hands, whichever is first', async (_what, sibling) => {
    for (let round = 0; round < 5; round += 1) {
      const signedIn = await buildSignIn()
      const { cookie: given } = await renew(signedIn.cookie)
      const other = sibling ? (await renew(signedIn.cookie)).cookie : signedIn.cookie
      server.clock.advance(TEN_MINUTES)
      expect(sorted(await together(round % 2 ? [given, other] : [other, given]))).toEqual([200, 401])
      expect(await whatBecameOf(signedIn)).toEqual(alarmed)
    }
  })
})
