import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../server/test/harness.ts'
import { buildStaff } from '../server/test/staff-rights.ts'
import { writeTogether } from './author-sequences.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('[AUT-02] 10 random sequences of edits, kills and conflicts lose no word', async () => {
  const authors = [await buildStaff(server, 'Author'), await buildStaff(server, 'Author')] as const
  const sums = { typed: 0, acknowledged: 0, conflicts: 0 }
  for (let seed = 1; seed < 1 + 10; seed += 1) {
    const { typed, acknowledged, conflicts, ...outcome } = await writeTogether(server, authors, seed)
    expect(outcome).toEqual({ seed, lost: [], lostAcknowledged: [] })
    sums.typed += typed
    sums.acknowledged += acknowledged
    sums.conflicts += conflicts
  }
  // The sequences are worth something: most words were confirmed, and authors met.
  expect(sums.typed).toBeGreaterThan(10 * 4)
  expect(sums.acknowledged).toBeGreaterThan(10 * 2)
  expect(sums.conflicts).toBeGreaterThan(10 / 5)
})
