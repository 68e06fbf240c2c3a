import { afterAll, beforeAll, test } from 'vitest'
import { startTestServer, type TestServer } from '../server/test/harness.ts'
import { expectNothingLost } from './author-sequences.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test(
  '[AUT-02] 1,000 random sequences of edits, kills and conflicts lose no word',
  () => expectNothingLost(server, 10_000, 1_000),
  900_000,
)
