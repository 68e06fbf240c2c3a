import { test } from 'vitest'
import { playBlockRounds } from '../../test/block-rounds.ts'
import { startTestServer } from '../../test/harness.ts'

test('[SAF-03] in 1,000 rounds no message is delivered or written after the block is acknowledged', async () => {
  const server = await startTestServer({ limitFactor: 100_000 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await playBlockRounds(server, 1_000)
  await server.stop()
}, 600_000)
