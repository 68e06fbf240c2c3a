import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { can, findActor, knowsAction, tokenMaker } from '#accounts/face.ts'
import { accountsRoutes } from '#accounts/routes.ts'
import { contentRoutes } from '#content/routes.ts'
import { devRoutes } from '#dev/routes.ts'
import { learningListeners } from '#learning/listeners.ts'
import { learningRoutes } from '#learning/routes.ts'
import { noticesListeners } from '#notices/listeners.ts'
import { everyCall } from '@saathi/contract/every-call'
import { answerErrors } from './answer-errors.ts'
import type { Clock } from './clock.ts'
import { compressReplies } from './compress.ts'
import type { Db, World } from './ctx.ts'
import type { Env } from './env.ts'
import type { Listeners } from './events.ts'
import { inlineScriptHashes, secureHeaders } from './headers.ts'
import { serveHealth } from './health.ts'
import { liveHub } from './live-hub.ts'
import { serveLive } from './live.ts'
import { loggerOptions, logRequests, type LogSink } from './logs.ts'
import { describeApi } from './openapi.ts'
import { serveWebApp, type WebApp } from './web.ts'

const BODY_LIMIT = 256 * 1024
const listeners: readonly Listeners[] = [noticesListeners, learningListeners]

export type AppParts = { env: Env; db: Db; clock: Clock; web: WebApp | null; logSink?: LogSink }

/** The whole server without a port: tests ask it directly, main gives it an address. */
export async function buildApp({ env, db, clock, web, logSink }: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    ...loggerOptions(env.logLevel, logSink),
    bodyLimit: BODY_LIMIT,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    connectionTimeout: 60_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    trustProxy: env.trustedProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    http: { headersTimeout: 20_000 },
  })
  // JSON and, where a call says so, multipart: nothing else is read.
  app.removeContentTypeParser('text/plain')

  const hub = liveHub()
  const world: World = { db, clock, listeners, deliver: hub.deliver }
  const tokens = tokenMaker(env.secret, clock)
  app.decorate('world', world)
  app.decorate('identity', {
    readToken: tokens.readAccess,
    findActor,
    can: (actor, action) => can(actor.role, action),
    knowsAction,
  })
  app.decorateRequest('personId', null)

  answerErrors(app)
  logRequests(app)
  compressReplies(app)
  await secureHeaders(app, env, web ? inlineScriptHashes(web.html) : [])
  await app.register(multipart)
  await serveLive(app, hub, env.publicOrigin)

  serveHealth(app)
  const description = describeApi(everyCall, env.productVersion)
  app.get('/api/openapi.json', async () => description)
  await app.register(accountsRoutes, { env, tokens })
  await app.register(contentRoutes)
  await app.register(learningRoutes)
  const withDev = env.mode !== 'production'
  if (withDev) await app.register(devRoutes, { env, tokens, clock })
  if (web) await serveWebApp(app, web, { withDev })
  return app
}
