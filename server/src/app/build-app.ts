import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import {
  can,
  conversionEngine,
  findActor,
  findMaintenance,
  knowsAction,
  mayEnterClosed,
  openGoogle,
  tokenMaker,
} from '#accounts/public.ts'
import { calendarEngine } from '#calendar/public.ts'
import { assistantEngine, gifService, openVoice, translationEngine, type VoiceHolder } from '#chat/public.ts'
import { simulateCalendars, simulateGoogle } from '#dev/public.ts'
import { devRoutes } from '#dev/routes.ts'
import { chooseMailEngine, pushEngine } from '#notices/public.ts'
import { summaryEngine, transcriptionEngine } from '#video/public.ts'
import { everyCall } from '@saathi/contract/every-call'
import { installErrorHandler, routeUndecodableUrl } from '#core/http/error-handler.ts'
import { processBus, type Bus } from '#core/live/bus.ts'
import { type Clock, systemClock } from '#core/clock.ts'
import { compressReplies } from '#core/http/compress.ts'
import type { Db, World } from '#core/ctx.ts'
import type { Services } from '#core/domain.ts'
import type { Env } from '#core/env.ts'
import { fileLinkMaker } from '#core/files/links.ts'
import { openFiles } from '#core/files/open-files.ts'
import { formMemory } from '#core/http/form-memory.ts'
import { inlineScriptHashes, secureHeaders } from '#core/http/headers.ts'
import { serveHealth, recordMetrics } from '#core/monitoring/metrics.ts'
import { ipRateLimit } from '#core/limits/ip-rate-limit.ts'
import { limitsFor } from '#core/limits/limits.ts'
import { mountJobs } from '#core/jobs/runner.ts'
import { linkMaker } from '#core/link-to.ts'
import { handshakeTest, serveSockets } from '#core/sockets/serve-sockets.ts'
import { liveConnections, closeEndedSignIns, liveSocket } from '#core/live/live.ts'
import { loggerOptions, logRequests, type LogSink } from '#core/monitoring/logs.ts'
import { maintenanceFlag } from '#core/maintenance.ts'
import { answerInvalidHttp, MAX_BODY_MS, refuseInvalidRequests } from '#core/http/invalid-requests.ts'
import { describeApi } from '#core/http/openapi.ts'
import { ownHosts } from '#core/http/origin.ts'
import { openInternet, type Outgoing } from '#core/outgoing/outgoing.ts'
import { registerJsonParser } from '#core/http/plain-json.ts'
import { recentActors } from '#core/http/recent-actors.ts'
import { openStaffActs, textSealer } from '#core/staff-acts.ts'
import { serveWebApp, type WebApp } from '#core/http/web.ts'
import { domainsWith, filePurposes } from './domains.ts'

const BODY_LIMIT = 256 * 1024
/** Node rejects longer URLs. */
const MAX_URL_LENGTH = 16 * 1024
export type AppParts = {
  env: Env
  db: Db
  clock: Clock
  web: WebApp | null
  bus?: Bus
  logSink?: LogSink
  outgoing?: Outgoing
  maxBodyMs?: number
}

/** The whole server without a port: tests inject requests, main listens on an address. */
export async function buildApp({
  env,
  db,
  clock,
  web,
  bus = processBus(),
  logSink,
  outgoing = openInternet,
  maxBodyMs = MAX_BODY_MS,
}: AppParts): Promise<FastifyInstance> {
  const isOwnHost = ownHosts(env)
  const app: FastifyInstance = Fastify({
    ...loggerOptions(env.logLevel, logSink),
    bodyLimit: BODY_LIMIT,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    connectionTimeout: 120_000,
    // An upload of a few megabytes takes this long on a slow connection; slow headers are cut off much sooner.
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    trustProxy: env.trustedProxy,
    // The contract validates parameters; the router's own refusals would bypass every hook.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_URL_LENGTH },
    rewriteUrl: routeUndecodableUrl,
    clientErrorHandler: ({ code }, socket) => answerInvalidHttp(app, code, socket),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: 20_000,
      requireHostHeader: false,
      shouldUpgradeCallback: handshakeTest(env.publicOrigin, isOwnHost),
    },
  })
  // Only JSON is parsed, and multipart where a call declares it.
  app.removeContentTypeParser('text/plain')
  registerJsonParser(app)

  const connections = liveConnections()
  const files = openFiles(env, filePurposes)
  const withDev = env.mode !== 'production'
  const simulatedCalendars = withDev ? simulateCalendars(env) : null
  const limits = limitsFor(env)
  const simulatedGoogle = withDev && !env.google ? simulateGoogle(env) : null
  const chatVoice: VoiceHolder = { voice: null }
  const engines = {
    mail: chooseMailEngine(env),
    push: pushEngine(env, outgoing),
    fileStore: files.store,
    staffActs: openStaffActs(env),
    conversions: conversionEngine(env.adsConversionUrl),
    calendars: calendarEngine(env, simulatedCalendars),
    assistant: assistantEngine({ settings: env.chat.assistant, limits, linkTo: linkMaker(env) }),
    chatVoice,
    gifs: gifService(env.chat.gifs, outgoing),
    google: openGoogle(env, systemClock) ?? simulatedGoogle?.google ?? null,
    transcription: transcriptionEngine(env.video.transcription),
    summaries: summaryEngine(env.chat.assistant),
    translation: translationEngine(env.chat.assistant),
  }
  const domains = domainsWith(engines)
  const jobs = domains.flatMap((domain) => domain.jobs ?? [])
  const queue = await mountJobs(app, { db, clock, jobs, engines })
  const world: World = {
    db,
    clock,
    domains,
    deliver: bus.publish,
    publishToTopic: bus.publishToTopic,
    isSingleServer: bus.isSingleServer,
    fileLinks: fileLinkMaker(env.secret),
    sealText: textSealer(env.secret),
    jobs: queue,
    linkTo: linkMaker(env),
  }
  bus.onDelivery(connections.deliver)
  bus.onGap(connections.requestRefetch)
  bus.onGap(() => void closeEndedSignIns(app, connections))
  const tokens = tokenMaker(env.secret, clock)
  app.decorate('world', world)
  app.decorate('identity', {
    readToken: tokens.readAccess,
    findActor,
    can,
    mayEnterClosed,
    knowsAction,
  })
  const recent = recentActors((...args) => app.identity.findActor(...args))
  bus.onDelivery(recent.forget)
  app.decorate('recentActors', recent)
  const maintenance = maintenanceFlag(() => findMaintenance(db))
  bus.onDelivery(maintenance.onDelivery)
  bus.onGap(maintenance.invalidate)
  app.decorate('maintenance', maintenance)
  app.decorate('publicPace', ipRateLimit(env, clock.now))
  app.decorate('staffActs', engines.staffActs)
  app.decorate('forms', formMemory({ world, limits }))
  app.decorateRequest('personId', null)
  app.decorateRequest('language', null)

  installErrorHandler(app)
  refuseInvalidRequests(app, { maxBodyMs, isOwnHost })
  logRequests(app)
  const services: Services = { env, clock, limits, files, outgoing, engines }
  const sockets = domains.flatMap(({ name, openSocket }) =>
    openSocket ? [{ name, ...openSocket(app, { world, bus, services }) }] : [],
  )
  chatVoice.voice = openVoice(world)
  recordMetrics(app, [{ name: 'live', count: connections.count }, ...sockets])
  compressReplies(app)
  await secureHeaders(app, env, clock, web ? inlineScriptHashes(web.html) : [])
  await app.register(multipart)
  serveSockets(app, env.publicOrigin, [liveSocket(app, connections), ...sockets.map(({ plan }) => plan)])

  serveHealth(app)
  // Made for the first reader: it takes a large part of the time in which the server starts.
  let description: object | undefined
  app.get('/api/openapi.json', async () => (description ??= describeApi(everyCall, env.productVersion)))
  for (const { routes } of domains) if (routes) await app.register((instance) => routes(instance, services))
  if (withDev) await app.register(devRoutes, { env, tokens, clock, simulatedGoogle, calendars: simulatedCalendars })
  if (web) await serveWebApp(app, web, { withDev })
  return app
}
