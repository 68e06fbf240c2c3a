import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { setDisabled } from '@saathi/contract/accounts/staff-calls'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import { buildAccounts, buildFolder } from '../../test/programme-folder.ts'
import { loadFolder } from '../programme/load/folder.ts'
import { lockDataDir } from '../core/db/owner-lock.ts'
import { readEnv } from '../core/env.ts'
import { startServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function startProduction({ url }: Pick<TestServer, 'url'> = server) {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-production-'))
  const env = readEnv({
    NODE_ENV: 'production',
    DATABASE_URL: url,
    SAATHI_SECRET: 'kept by the operator of this test, and no more',
    PUBLIC_URL: 'https://saathi.example',
    TRUSTED_PROXY: '10.0.0.1',
    SMTP_URL: 'smtps://mail.example',
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
  })
  try {
    const { stop } = await startServer(env, await lockDataDir(folder))
    await stop()
    return 'started'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Test databases are not durable. Production refuses that too, but only after this check. */
const passedThisCheck = /^The database could lose confirmed data|^started$/

test('production does not start on a database into which accounts were loaded, whatever their addresses', async () => {
  const folder = buildFolder({ 'accounts.json': buildAccounts({ email: 'asha@school.test' }) })
  const own = await startTestServer()
  onTestFinished(own.stop)
  expect(await startProduction(own)).toMatch(passedThisCheck)
  await loadFolder(own.app.world, folder, own.app.log)
  const refusal = 'Accounts with a public password were loaded into this database. Set DATABASE_URL to a database without them.'
  expect(await startProduction(own)).toBe(refusal)
  // Disabling them is not enough: some may have been used.
  await own.db.updateTable('person').set({ disabled_at: own.clock.now() }).execute()
  expect(await startProduction(own)).toBe(refusal)
})

test('production does not start on a database with demo accounts, whose password is public', async () => {
  expect(await startProduction()).toMatch(passedThisCheck)
  const person = await server.buildPerson({ email: 'asha@saathi.example' })
  expect(await startProduction()).toBe(
    'The database contains demo accounts such as asha@saathi.example, whose password is public. Set DATABASE_URL to a database without them.',
  )
  const staff = await server.buildPerson({ email: 'admin@school.test', role: 'Admin' })
  await markSecondFactor(server, staff)
  const disabled = await server.ask(staff, setDisabled, {
    params: { personId: person },
    body: { isDisabled: true, reason: 'They asked for it.' },
  })
  expect(disabled.status).toBe(200)
  expect(await startProduction()).toMatch(passedThisCheck)
})
