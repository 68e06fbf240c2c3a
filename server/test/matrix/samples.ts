import { Email, LanguageCode } from '@saathi/contract/core/fields'
import { hashPassword } from '#accounts/face.ts'
import type { TestServer } from '../harness.ts'
import type { Build } from './call-input.ts'
import type { SampleRules } from './sample.ts'

/** Fields whose rule is a pattern: one valid value each, wherever the contract uses them. */
export const fieldSamples: SampleRules['fieldSamples'] = new Map<Parameters<SampleRules['fieldSamples']['get']>[0], unknown>([
  [Email, 'sample@saathi.example'],
  [LanguageCode, 'hi'],
])

const PASSWORD = 'Saathi@2026'
let passwordHash: Promise<string> | undefined

async function buildSignable(server: TestServer) {
  passwordHash ??= hashPassword(PASSWORD)
  const email = `signs-in-${crypto.randomUUID()}@saathi.example`
  await server.buildPerson({ email, passwordHash: await passwordHash })
  return { email, password: PASSWORD }
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

/** A page of the small internet that full-server.ts builds. */
const PAGE = 'https://page.example/'

/** Calls that need more than a valid shape to succeed, by method and path. Name only what cannot be derived. */
export const callSamples: Readonly<Record<string, Build>> = {
  'POST /api/v2/identity/sign-in/': async (server) => ({ body: await buildSignable(server) }),
  'POST /api/v2/identity/refresh/': async (server) => ({ headers: await buildRefreshCookie(server) }),
  'POST /api/v2/files/': () => ({ fields: { purpose: 'profile_picture' } }),
  'GET /api/v2/chat/link-preview/': () => ({ query: { url: PAGE } }),
}
