import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProgramme } from '../../../test/generated-programme.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { roundTrip } from '../../../test/round-trip.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('[AUT-09] export, import and export are byte-equal for 300 generated programmes', async () => {
  for (let seed = 1000; seed < 1000 + 300; seed += 1) {
    const { first, same, other } = await roundTrip(server, generateProgramme(seed)).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${JSON.stringify(error)}`, { cause: error })
    })
    const isEqual = [Buffer.compare(first, same), Buffer.compare(first, other)]
    expect({ seed, isEqual }).toEqual({ seed, isEqual: [0, 0] })
  }
}, 900_000)
