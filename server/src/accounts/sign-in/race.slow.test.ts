import { randomUUID } from 'node:crypto'
import { confirmPassword } from '@saathi/contract/accounts/code-calls'
import { signIn, signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import { setDisabled } from '@saathi/contract/accounts/staff-calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GoogleStandIn, startGoogleStandIn } from '../../../test/google-stand-in.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { buildCode } from '../../../test/one-time-codes.ts'
import { waitForLocks } from '../../../test/lock-waits.ts'
import { hashPassword } from '../passwords.ts'

const OLD = 'Saathi@2026'
const NEW = 'Teal-Lantern-92'
let google: GoogleStandIn
let server: TestServer
let passwordHash: string
let staff: number
beforeAll(async () => {
  google = await startGoogleStandIn()
  server = await startTestServer({ google: google.settings })
  passwordHash = await hashPassword(OLD)
  staff = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, staff)
})
afterAll(async () => {
  await server.stop()
  await google.stop()
})

/** Already signed in on one device. */
async function buildPerson(isGoogle: boolean) {
  const email = `${randomUUID()}@saathi.example`
  const personId = await server.buildPerson({ email, passwordHash: isGoogle ? null : passwordHash })
  if (isGoogle) await server.db.updateTable('person').set({ google_subject: email }).where('id', '=', personId).execute()
  await server.tokenFor(personId)
  return { email, personId }
}
type Person = Awaited<ReturnType<typeof buildPerson>>

const byPassword = async ({ email }: Person) => {
  const { status, body } = await server.ask(null, signIn, { body: { email, password: OLD } })
  return { status, code: body.code }
}
async function byGoogle({ email }: Person) {
  const claims = google.claimsOf({ sub: email, email })
  const proof = { idToken: await google.sign(claims), nonce: String(claims['nonce']) }
  const { status, body } = await server.ask(null, signInWithGoogle, { body: proof })
  return { status, code: body.code }
}

async function resetPassword({ email }: Person) {
  const otp = await buildCode(server, email, { purpose: 'reset', code: 'KITE77', isVerified: true })
  return server.ask(null, confirmPassword, { body: { email, otp, newPassword: NEW, checkNewPassword: NEW } })
}
const disable = ({ personId }: Person) =>
  server.ask(staff, setDisabled, { params: { personId }, body: { isDisabled: true, reason: 'They asked for it.' } })

const openSignIns = async ({ personId }: Person) =>
  (await server.db.selectFrom('sign_in').select('id').where('person_id', '=', personId).where('ended_at', 'is', null).execute())
    .length

/** Waits until `count` queries are blocked by another transaction, or the reply has arrived. */
async function untilWaitingOr(count: number, answer: Promise<unknown>) {
  let isAnswered = false
  const settled = answer.finally(() => {
    isAnswered = true
  })
  settled.catch(() => {})
  await waitForLocks(server.db, count, () => isAnswered)
}

const wrongPassword = { status: 401, code: 'accounts.wrong_password' }
const disabled = { status: 403, code: 'accounts.user_disabled' }

test.each([
  ['the old password', 'the password is being changed', byPassword, resetPassword, wrongPassword],
  ['the password', 'the account is being disabled', byPassword, disable, disabled],
  ['Google', 'the account is being disabled', byGoogle, disable, disabled],
])('a sign-in with %s while %s is refused', async (_by, _while, enter, change, refused) => {
  const person = await buildPerson(enter === byGoogle)
  const { entering, changing } = await server.db.transaction().execute(async (locked) => {
    // The change stops half-way: the person's row is written, but existing sign-ins cannot be ended yet.
    await locked.selectFrom('sign_in').select('id').where('person_id', '=', person.personId).forUpdate().execute()
    const inFlight = { changing: change(person), entering: Promise.resolve({ status: 0, code: undefined as string | undefined }) }
    await untilWaitingOr(1, inFlight.changing)
    inFlight.entering = enter(person)
    await untilWaitingOr(2, inFlight.entering)
    return inFlight
  })
  expect((await changing).status).toBe(200)
  expect(await entering).toEqual(refused)
  expect(await openSignIns(person)).toBe(0)
})

test.each([
  ['the old password', 'the password is changed', byPassword, resetPassword],
  ['the password', 'the account is disabled', byPassword, disable],
  ['Google', 'the account is disabled', byGoogle, disable],
])('a sign-in with %s in flight when %s is ended', async (_by, _when, enter, change) => {
  const person = await buildPerson(enter === byGoogle)
  const { entering, changing } = await server.db.transaction().execute(async (locked) => {
    // The sign-in stops half-way: the person has been read, but the new sign-in cannot be written yet.
    await sql`lock table sign_in in share mode`.execute(locked)
    const entering = enter(person)
    await untilWaitingOr(1, entering)
    const changing = change(person)
    await untilWaitingOr(2, changing)
    return { entering, changing }
  })
  expect(await entering).toEqual({ status: 200, code: undefined })
  expect((await changing).status).toBe(200)
  expect(await openSignIns(person)).toBe(0)
})
