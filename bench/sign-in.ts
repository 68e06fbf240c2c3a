import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { hashPassword, tokenMaker } from '../server/src/accounts/public.ts'
import { systemClock } from '../server/src/core/clock.ts'
import type { Db } from '../server/src/core/ctx.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { insertPerson, withDatabase } from './database.ts'
import { startProcess } from './get.ts'
import { median } from './load.ts'

const SECRET = 'a secret for this measurement alone, no more'
const PASSWORD = 'Teal-Lantern-92'
const ROUNDS = 3
const SECONDS = 10
const SIGN_INS_PER_SECOND = 20
const READS_PER_SECOND = 50
/** Browsers wait longer, but a request that takes this long counts as lost. */
const LOST_MS = 10_000
const PEOPLE = SIGN_INS_PER_SECOND * SECONDS

type Answer = { status: number; ms: number }
type Round = { reads: Answer[]; signIns: Answer[] }

/** How long profile reads take while twenty people per second sign in, compared with no sign-ins. */
export async function compareSignIn() {
  return withDatabase(async (url, folder) => {
    const { emails, token } = await insertPeople(url)
    const settings = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: `${folder}/sign-in` }
    const main = fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url))
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
        quietMs: median(quiet.map(({ reads }) => p99(reads))),
        busyMs: median(busy.map(({ reads }) => p99(reads))),
        answers: countAnswers(busy.flatMap(({ signIns }) => signIns)),
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
  await insertAccounts(db, emails, passwordHash)
  await close()
  const tokens = tokenMaker(new TextEncoder().encode(SECRET), systemClock)
  return { emails, token: await tokens.issueAccess(personId, signInId) }
}

async function insertAccounts(db: Db, emails: readonly string[], passwordHash: string) {
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

/** Requests arrive at a fixed rate, whether earlier ones have been answered or not. */
async function measure(pool: Pool, token: string, emails: readonly string[]): Promise<Round> {
  const authorization = `Bearer ${token}`
  const read = () => send(pool, { method: 'GET', path: '/api/v2/users/profile/', headers: { authorization } })
  const signIn = (at: number) =>
    send(pool, {
      method: 'POST',
      path: '/api/v2/identity/sign-in/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: emails[at % emails.length], password: PASSWORD }),
    })
  const [reads, signIns] = await Promise.all([
    atPace(READS_PER_SECOND, read),
    emails.length > 0 ? atPace(SIGN_INS_PER_SECOND, signIn) : [],
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

async function send(pool: Pool, request: Request): Promise<Answer> {
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
  if (answers.some(({ status }) => status !== 200)) throw new Error('A read was not answered with 200')
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
}

/** Counts per kind of answer. Lost requests got no answer in time. */
function countAnswers(answers: readonly Answer[]): string {
  const count = (isCounted: (status: number) => boolean) => answers.filter(({ status }) => isCounted(status)).length
  const [succeeded, limited, lost] = [
    count((status) => status === 200),
    count((status) => status === 429),
    count((status) => status === 0),
  ]
  return `${succeeded}, ${limited}, ${lost}; other ${answers.length - succeeded - limited - lost}`
}
