import { getSystemStatus } from '@saathi/contract/accounts/identity-calls'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '../../test/harness.ts'

test('[NAV-14] whoever asks is told the version and the release stage that are configured', async () => {
  const server = await startTestServer({ productVersion: '7.2.0', releaseStage: 'pilot' })
  onTestFinished(() => server.stop())
  expect((await server.ask(null, getSystemStatus, {})).body).toMatchObject({ version: '7.2.0', releaseStage: 'pilot' })
})
