import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Env } from '#core/env.ts'
import type { LogSink } from '#core/monitoring/logs.ts'
import type { WebApp } from '#core/http/web.ts'
import { type GoogleStandIn, startGoogleStandIn } from '../google-stand-in.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { startSmallInternet } from '../small-internet.ts'

const googles = new WeakMap<FastifyInstance, GoogleStandIn>()

/** A server on which every call can succeed: with pages to fetch, a fake Google and no throttling. */
export async function startFullServer(
  changes: Partial<Env> = {},
  parts: { web?: WebApp; logSink?: LogSink } = {},
): Promise<TestServer> {
  const internet = await startSmallInternet()
  const google = await startGoogleStandIn()
  const env = { limitFactor: 1_000_000, google: google.settings, ...changes }
  const server = await startTestServer(env, { outgoing: internet.outgoing, ...parts })
  googles.set(server.app, google)
  await keepCallsUnchanged(server)
  return {
    ...server,
    async stop() {
      await server.stop()
      await internet.stop()
      await google.stop()
    },
  }
}

/** Keeps calls as they are: their end during another test would be blamed on that test. */
async function keepCallsUnchanged({ db }: TestServer): Promise<void> {
  await sql`create function stay_seen() returns trigger language plpgsql as
    $$ begin new.seen_at := now() + interval '1 year'; return new; end $$`.execute(db)
  await sql`create trigger stay_seen before insert or update on video_participant
    for each row execute function stay_seen()`.execute(db)
  await sql`create function never_due() returns trigger language plpgsql as
    $$ begin new.ring_until := new.ring_until + interval '1 year'; new.alone_since := null; return new; end $$`.execute(db)
  await sql`create trigger never_due before insert or update of ring_until, alone_since on video_room
    for each row execute function never_due()`.execute(db)
}

export function googleOf({ app }: TestServer): GoogleStandIn {
  const google = googles.get(app)
  if (!google) throw new Error('Only a full server has a fake Google.')
  return google
}
