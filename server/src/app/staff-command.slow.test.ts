import { verifyEmail } from '@saathi/contract/accounts/code-calls'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enterByLink } from '../../test/newcomers.ts'

const command = fileURLToPath(new URL('./staff-command.ts', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
})
afterAll(() => server.stop())

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, NODE_NO_WARNINGS: '1', NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: server.url }
  const secret = { SAATHI_SECRET: 'a secret that only the tests know, long enough' }
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd: root, env: { ...env, ...secret } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}
const tokenIn = (out: string) => /token=([\w-]{43})/.exec(out)?.[1] ?? ''
const newEmail = () => `${randomUUID()}@saathi.example`

test("[STF-01] staff add prints a link to set an administrator's password and then link an authenticator", async () => {
  const { code, out, err } = await run('add', newEmail(), '--name', 'Gauri Naik')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const administrator = await enterByLink(server, tokenIn(out))
  // The link works once.
  const again = await server.ask(null, verifyEmail, { body: { token: tokenIn(out) } })
  expect(again.status).toBeGreaterThanOrEqual(400)
  const row = server.db.selectFrom('person').select(['role', 'first_name', 'last_name']).where('id', '=', administrator.id)
  expect(await row.executeTakeFirstOrThrow()).toEqual({ role: 'Admin', first_name: 'Gauri', last_name: 'Naik' })
})

test('[STF-01] staff add run again before the password is set prints another link for the same account', async () => {
  const email = newEmail()
  await run('add', email)
  const { code, out } = await run('add', email)
  expect(code).toBe(0)
  expect((await enterByLink(server, tokenIn(out))).email).toBe(email)
  const rows = await server.db.selectFrom('person').select('id').where('email', '=', email).execute()
  expect(rows).toHaveLength(1)
})

test("[STF-01] staff add refuses to change a member's account", async () => {
  const email = newEmail()
  const id = await server.buildPerson({ email })
  const { code, err } = await run('add', email)
  expect({ code, err }).toEqual({ code: 1, err: `${email} has an account already. Nothing was changed.\n` })
  const { role } = await server.db.selectFrom('person').select('role').where('id', '=', id).executeTakeFirstOrThrow()
  expect(role).toBe('Mentee')
})

test.each([
  [[]],
  [['remove', 'a@b.test']],
  [['add']],
  [['add', 'not an address']],
  [['add', 'a@b.test', 'more']],
  [['add', 'a@b.test', '--name', 'Gau\u202eri']],
])('staff %j prints the usage', async (args) => {
  const { code, err } = await run(...args)
  expect(code).toBe(1)
  expect(err).toContain('Usage: npm run staff -- add <email>')
})
