import { createHash } from 'node:crypto'
import { hashPassword } from '#accounts/public.ts'
import { replaceCodes } from '#accounts/second-factor/recovery-codes.ts'
import { testEnv, type TestServer } from '../harness.ts'
import { buildCode } from '../one-time-codes.ts'
import type { BuildInput } from './call-input.ts'
import { googleOf } from './full-server.ts'
import { omitted } from './sample.ts'
import { buildAuthenticator, markSecondFactor } from './second-factor.ts'

const PASSWORD = 'Saathi@2026'
const NEW_PASSWORD = 'Another-way-in-7'
let passwordHash: Promise<string> | undefined
const hashOfPassword = () => (passwordHash ??= hashPassword(PASSWORD))

const newAddress = () => `sample-${crypto.randomUUID()}@saathi.example`

async function buildSignable(server: TestServer) {
  const email = newAddress()
  await server.buildPerson({ email, passwordHash: await hashOfPassword() })
  return email
}

async function buildRefreshCookie(server: TestServer) {
  const personId = await server.buildPerson()
  await server.tokenFor(personId)
  const signIn = await server.db.selectFrom('sign_in').select('id').where('person_id', '=', personId).executeTakeFirstOrThrow()
  const token = server.tokens.newRefresh()
  const now = server.clock.now()
  await server.db
    .insertInto('refresh_token')
    .values({
      hash: server.tokens.hashRefresh(token),
      sign_in_id: signIn.id,
      issued_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  return { cookie: `saathi_refresh=${token}` }
}

async function buildProject(server: TestServer) {
  const key = `project-${crypto.randomUUID()}`
  await server.db.insertInto('project').values({ key, name: 'Open to all', group_type: '1to1' }).execute()
  return key
}

async function buildLink(server: TestServer) {
  const email = newAddress()
  const personId = await server.buildPerson({ email, verified: false })
  const token = crypto.randomUUID()
  const now = server.clock.now()
  await server.db
    .insertInto('verification_link')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      person_id: personId,
      address: email,
      issued_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  return token
}

async function buildDeclaration(server: TestServer) {
  const declaration = { user_type: 'Mentee', version: 1, language_code: 'en', body: 'I declare.' }
  await server.db
    .insertInto('declaration')
    .values(declaration)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function buildGoogleProof(server: TestServer) {
  const google = googleOf(server)
  const claims = google.claimsOf()
  return { idToken: await google.sign(claims), nonce: claims['nonce'] }
}

async function confirmsByPassword(server: TestServer, personId: number) {
  const changes = { password_hash: await hashOfPassword() }
  await server.db.updateTable('person').set(changes).where('id', '=', personId).execute()
  return { password: PASSWORD }
}

export const accountSamples: Readonly<Record<string, BuildInput>> = {
  'POST /api/v2/identity/sign-in/': async (server) => ({ body: { email: await buildSignable(server), password: PASSWORD } }),
  'POST /api/v2/identity/google/': async (server) => ({ body: await buildGoogleProof(server) }),
  'POST /api/v2/identity/refresh/': async (server) => ({ headers: await buildRefreshCookie(server) }),
  'POST /api/v2/identity/confirm/': async (server, personId) => ({ body: await confirmsByPassword(server, personId) }),
  'POST /api/v2/identity/second-factor/': async (server, personId) => ({
    body: { code: (await buildAuthenticator(server, personId)).code() },
  }),

  'POST /api/v2/identity/recovery-code/': async (server, personId) => ({
    body: { code: (await replaceCodes(server.db, testEnv.secret, personId))[0] },
  }),
  'POST /api/v2/identity/recovery-codes/': async (server, personId) => {
    await markSecondFactor(server, personId)
    return {}
  },
  'POST /api/v2/identity/authenticator-reset/': async (server, personId) => {
    await buildAuthenticator(server, personId)
    return {}
  },

  'POST /api/v2/users/send-otp/': () => ({ body: { email: newAddress() } }),
  'POST /api/v2/users/reset-password/': () => ({ body: { email: newAddress() } }),
  'POST /api/v2/users/verify-otp/': async (server) => {
    const email = newAddress()
    return { body: { email, otp: await buildCode(server, email) } }
  },
  'POST /api/v2/users/confirm-otp/': async (server) => {
    const email = await buildSignable(server)
    return { body: { email, otp: await buildCode(server, email, { purpose: 'reset' }) } }
  },
  'POST /api/v2/users/confirm-password/': async (server) => {
    const email = await buildSignable(server)
    const otp = await buildCode(server, email, { purpose: 'reset' })
    const oneOfTwoPairs = { password: omitted, confirmPassword: omitted }
    return { body: { email, otp, newPassword: NEW_PASSWORD, checkNewPassword: NEW_PASSWORD, ...oneOfTwoPairs } }
  },
  'PUT /api/v2/users/password/': async (server, personId) => ({
    body: { ...(await confirmsByPassword(server, personId)), newPassword: NEW_PASSWORD },
  }),
  'POST /api/v2/users/change-email/': async (server, personId) => ({
    body: { ...(await confirmsByPassword(server, personId)), email: newAddress() },
  }),
  'POST /api/v2/users/confirm-email/': async (server, personId) => {
    const email = newAddress()
    return { body: { email, otp: await buildCode(server, email, { purpose: 'change_email', personId }) } }
  },
  'POST /api/v2/users/verify-email/': async (server) => ({ body: { token: await buildLink(server) } }),

  'GET /api/v2/declarations/': async (server) => {
    await buildDeclaration(server)
    return { query: { type: 'Mentee' } }
  },
  'POST /api/v2/users/signup/': async (server) => {
    const email = newAddress()
    const otp = await buildCode(server, email)
    const project = await buildProject(server)
    return { body: { role: 'Mentee', provider: 'normal', email, otp, password: NEW_PASSWORD, project } }
  },
  // Uploads are tested elsewhere; here a picture would be encoded again for every mutated field.
  'PUT /api/v2/users/profile/': () => ({ files: { picture: omitted } }),

  'POST /api/v2/staff/imports/': () => {
    const csv = `Name,E-mail,Role\nAsha Rao,${newAddress()},mentee\n`
    return { files: { file: { name: 'people.csv', type: 'text/csv', bytes: new TextEncoder().encode(csv) } } }
  },

  // Closing the product would affect the following calls.
  'PUT /api/v2/staff/maintenance/': () => ({ body: { underMaintenance: false } }),
  // Left out, because a cursor is only valid after the page before.
  'GET /api/v2/staff/worklist/': () => ({ query: { after: omitted } }),
  'GET /api/v2/staff/nudges/': () => ({ query: { after: omitted } }),
  'GET /api/v2/staff/people/': () => ({ query: { after: omitted } }),
  'PUT /api/v2/staff/settings/retention/:kind/': () => ({ params: { kind: 'notices' }, body: { days: 90 } }),
  'GET /api/v2/staff/mentorships/': () => ({ query: { after: omitted } }),
  'POST /api/v2/staff/people/': async (server) => ({ body: { email: newAddress(), project: await buildProject(server) } }),
}
