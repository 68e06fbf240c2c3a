import type { Env } from '#core/env.ts'
import type { LogSink } from '#core/logs.ts'
import type { WebApp } from '#core/web.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { startSmallInternet } from '../small-internet.ts'

/** A server on which every call can succeed: with pages to fetch, and no throttle in the way. */
export async function startFullServer(
  changes: Partial<Env> = {},
  parts: { web?: WebApp; logSink?: LogSink } = {},
): Promise<TestServer> {
  const internet = await startSmallInternet()
  const server = await startTestServer({ limitFactor: 1_000_000, ...changes }, { outgoing: internet.outgoing, ...parts })
  return {
    ...server,
    async stop() {
      await server.stop()
      await internet.stop()
    },
  }
}
