import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { hashPassword, tokenMaker } from '../server/src/accounts/public.ts'
import { systemClock } from '../server/src/core/clock.ts'
import type { Db } from '../server/src/core/ctx.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { insertPerson, withDatabase } from './database.ts'
import { startProcess } from './get.ts'
import { middle } from './load.ts'

const SECRET = 'a secret for this measurement alone, no more'
const PASSWORD = 'Teal-Lantern-92'
const ROUNDS = 3
const SECONDS = 10
const SIGN_INS_A_SECOND = 20
const READS_A_SECOND = 50
/** A browser gives up later; whoever waits this long counts as lost. */
const LOST_MS = 10_000
const PEOPLE = SIGN_INS_A_SECOND * SECONDS

type Answer = { status: number; ms: number }
type Round = { reads: Answer[]; signIns: Answer[] }

/** How long others wait for their profile while twenty people a second sign in, against the same without them. */
export async function compareSignIn() {
  return withDatabase(async (url, folder) => {
    const { emails, token } = await insertPeople(url)
    const settings = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: `${folder}/sign-in` }
    const main = fileURLToPath(new URL('../server/src/core/main.ts', import.meta.url))
    const server = await startProcess([main], { ...settings, DATABASE_URL: url, SAATHI_SECRET: SECRET })
    const pool = new Pool(server.url, { connections: 64, headersTimeout: LOST_MS, bodyTimeout: LOST_MS })
    try {
      const quiet: Round[] = []
      const busy: Round[] = []
      await measure(pool, token, [])
      for (let round = 0; round < ROUNDS; round += 1) {
        quiet.push(await measure(pool, token, []))
        busy.push(await measure(pool, token, emails))
      }
      return {
        quietMs: middle(quiet.map(({ reads }) => p99(reads))),
        busyMs: middle(busy.map(({ reads }) => p99(reads))),
        outcomes: outcomesOf(busy.flatMap(({ signIns }) => signIns)),
        longestSignInMs: Math.max(...busy.flatMap(({ signIns }) => signIns.map(({ ms }) => ms))),
      }
    } finally {
      await pool.close()
      await server.stop()
    }
  })
}

async function insertPeople(url: string) {
  const { db, close } = openDatabase({ url, log: () => {} })
  const { personId, signInId } = await insertPerson(db, 'reader')
  const passwordHash = await hashPassword(PASSWORD)
  const emails = Array.from({ length: PEOPLE }, () => `${randomUUID()}@saathi.example`)
  await insertSignable(db, emails, passwordHash)
  await close()
  const tokens = tokenMaker(new TextEncoder().encode(SECRET), systemClock)
  return { emails, token: await tokens.issueAccess(personId, signInId) }
}

async function insertSignable(db: Db, emails: readonly string[], passwordHash: string) {
  const now = new Date()
  await db
    .insertInto('person')
    .values(
      emails.map((email) => ({
        email,
        provider: 'normal',
        password_hash: passwordHash,
        role: 'Mentee',
        language_code: 'en',
        created_at: now,
        email_verified_at: now,
      })),
    )
    .execute()
}

/** Both come at their own pace, whether the one before was answered or not, as people do. */
async function measure(pool: Pool, token: string, emails: readonly string[]): Promise<Round> {
  const authorization = `Bearer ${token}`
  const read = () => ask(pool, { method: 'GET', path: '/api/v2/users/profile/', headers: { authorization } })
  const signIn = (at: number) =>
    ask(pool, {
      method: 'POST',
      path: '/api/v2/identity/sign-in/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: emails[at % emails.length], password: PASSWORD }),
    })
  const [reads, signIns] = await Promise.all([
    atPace(READS_A_SECOND, read),
    emails.length > 0 ? atPace(SIGN_INS_A_SECOND, signIn) : [],
  ])
  return { reads, signIns }
}

async function atPace(perSecond: number, work: (at: number) => Promise<Answer>): Promise<Answer[]> {
  const start = performance.now()
  const pending: Promise<Answer>[] = []
  for (let at = 0; at < perSecond * SECONDS; at += 1) {
    const wait = start + (at * 1000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    pending.push(work(at))
  }
  return Promise.all(pending)
}

type Request = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

async function ask(pool: Pool, request: Request): Promise<Answer> {
  const start = performance.now()
  try {
    const { statusCode, body } = await pool.request(request)
    await body.dump()
    return { status: statusCode, ms: performance.now() - start }
  } catch {
    return { status: 0, ms: performance.now() - start }
  }
}

function p99(answers: readonly Answer[]): number {
  if (answers.some(({ status }) => status !== 200)) throw new Error('A read was not answered')
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
}

/** Of every kind how many; lost is who got no answer in time. */
function outcomesOf(answers: readonly Answer[]): string {
  const count = (isOne: (status: number) => boolean) => answers.filter(({ status }) => isOne(status)).length
  const [right, later, lost] = [
    count((status) => status === 200),
    count((status) => status === 429),
    count((status) => status === 0),
  ]
  return `${right}, ${later}, ${lost}; otherwise ${answers.length - right - later - lost}`
}
