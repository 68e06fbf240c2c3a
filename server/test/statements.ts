import { openDatabase } from '#core/db/open.ts'
import { onTestFinished } from 'vitest'
import type { TestServer } from './harness.ts'

/** Records the SQL statements of the server, without their values. */
export function recordStatements(server: TestServer) {
  const statements: string[] = []
  const log = (line: string) => statements.push(line.replace(/^database: \d+ ms: /, ''))
  const { db, close } = openDatabase({ url: server.url, poolSize: 2, slowMs: 0, log })
  const { world } = server.app
  const original = world.db
  world.db = db
  onTestFinished(async () => {
    world.db = original
    await close()
  })
  return {
    statementsOf: async (work: () => Promise<unknown>): Promise<string[]> => {
      statements.length = 0
      await work()
      return [...statements]
    },
  }
}
