import type { FastifyInstance } from 'fastify'
import type { Env } from '#core/env.ts'
import type { LogSink } from '#core/logs.ts'
import type { WebApp } from '#core/web.ts'
import { type GoogleStandIn, startGoogleStandIn } from '../google-stand-in.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { startSmallInternet } from '../small-internet.ts'

const googles = new WeakMap<FastifyInstance, GoogleStandIn>()

/** A server on which every call can succeed: with pages to fetch, Google to ask, and no throttle in the way. */
export async function startFullServer(
  changes: Partial<Env> = {},
  parts: { web?: WebApp; logSink?: LogSink } = {},
): Promise<TestServer> {
  const internet = await startSmallInternet()
  const google = await startGoogleStandIn()
  const env = { limitFactor: 1_000_000, google: google.settings, ...changes }
  const server = await startTestServer(env, { outgoing: internet.outgoing, ...parts })
  googles.set(server.app, google)
  return {
    ...server,
    async stop() {
      await server.stop()
      await internet.stop()
      await google.stop()
    },
  }
}

export function googleOf({ app }: TestServer): GoogleStandIn {
  const google = googles.get(app)
  if (!google) throw new Error('Only a full server has somebody who plays Google.')
  return google
}
