import { getSystemStatus } from '@saathi/contract/accounts/identity-calls'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '../../test/harness.ts'

test('[NAV-14] the system status contains the configured version and release stage', async () => {
  const server = await startTestServer({ productVersion: '7.2.0', releaseStage: 'pilot' })
  onTestFinished(() => server.stop())
  expect((await server.ask(null, getSystemStatus, {})).body).toMatchObject({ version: '7.2.0', releaseStage: 'pilot' })
})
