import { openDatabase } from '#core/db/open.ts'
import { onTestFinished } from 'vitest'
import type { TestServer } from './harness.ts'

/** Lets the server speak to its database over a line that is listened to: what is asked, without the values. */
export function keepStatements(server: TestServer) {
  const statements: string[] = []
  const log = (line: string) => statements.push(line.replace(/^database: \d+ ms: /, ''))
  const { db, close } = openDatabase({ url: server.url, poolSize: 2, slowMs: 0, log })
  const { world } = server.app
  const usual = world.db
  world.db = db
  onTestFinished(async () => {
    world.db = usual
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
