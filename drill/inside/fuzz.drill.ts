import { everyCall } from '@saathi/contract/every-call'
import { expect, test } from 'vitest'
import { type Fault, fuzzCall } from '../../server/test/fuzz/fuzz-call.ts'
import { fuzzLive } from '../../server/test/fuzz/fuzz-live.ts'
import { startFullServer } from '../../server/test/matrix/full-server.ts'
import { count } from '../proof.ts'
import { writeResult, isQuick } from './write-result.ts'

/** A different seed from the tests, so that these inputs are new. */
const SEED = 77_200

test('no bad input breaks the server', async () => {
  const [runs, frames] = isQuick() ? [3, 20] : [500, 5_000]
  const server = await startFullServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const faults: Fault[] = []
  const statuses = new Map<string, number>()
  let inputs = 0
  for (const call of everyCall) {
    const report = await fuzzCall(server, call, { seed: SEED, runs })
    inputs += report.asked
    faults.push(...report.faults)
    for (const [status, times] of Object.entries(report.statuses)) statuses.set(status, (statuses.get(status) ?? 0) + times)
  }
  const live = await fuzzLive(server, { seed: SEED, runs: frames })
  await server.stop()
  const answers = [...statuses].map(([status, times]) => `${status}: ${count(times)}`).join(', ')
  const broken = [...statuses].filter(([status]) => status.startsWith('5')).reduce((sum, [, times]) => sum + times, 0)
  writeResult({
    figures: [
      `${everyCall.length} calls, ${count(inputs)} inputs (${answers}) and ${count(frames)} frames`,
      `${broken} answers with 5xx, ${statuses.get('0') ?? 0} hangs, 0 exits, ${faults.length + live.length} faults in all`,
    ],
    faults: [
      ...faults.map(({ call, bend, fault }) => `${call}, ${bend}: ${fault}`),
      ...live.map(({ frame, fault }) => `${frame}: ${fault}`),
    ],
  })
  expect(inputs).toBe(everyCall.length * runs)
})
