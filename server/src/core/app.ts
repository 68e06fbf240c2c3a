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
import { accountsJobs } from '#accounts/jobs.ts'
import { accountsRoutes } from '#accounts/routes.ts'
import { calendarEngine } from '#calendar/public.ts'
import { calendarJobs } from '#calendar/jobs.ts'
import { calendarListeners } from '#calendar/listeners.ts'
import { calendarRoutes } from '#calendar/routes.ts'
import { assistantEngine, chatPurposes, gifService, openChat, openVoice, type VoiceHolder } from '#chat/public.ts'
import { chatJobs } from '#chat/jobs.ts'
import { chatListeners } from '#chat/listeners.ts'
import { chatRoutes } from '#chat/routes.ts'
import { contentRoutes } from '#content/routes.ts'
import { simulateCalendars, simulateGoogle } from '#dev/public.ts'
import { devRoutes } from '#dev/routes.ts'
import { feedJobs } from '#feed/jobs.ts'
import { feedListeners } from '#feed/listeners.ts'
import { feedRoutes } from '#feed/routes.ts'
import { helpListeners } from '#help/listeners.ts'
import { helpRoutes } from '#help/routes.ts'
import { learningJobs } from '#learning/jobs.ts'
import { learningListeners } from '#learning/listeners.ts'
import { learningRoutes } from '#learning/routes.ts'
import { matchPicturePurposes } from '#matching/public.ts'
import { matchingJobs } from '#matching/jobs.ts'
import { matchingListeners } from '#matching/listeners.ts'
import { matchingRoutes } from '#matching/routes.ts'
import { picturePurposes } from '#mentorship/public.ts'
import { mentorshipJobs } from '#mentorship/jobs.ts'
import { mentorshipListeners } from '#mentorship/listeners.ts'
import { mentorshipRoutes } from '#mentorship/routes.ts'
import { chooseMailEngine, pushEngine } from '#notices/public.ts'
import { noticesJobs } from '#notices/jobs.ts'
import { noticesListeners } from '#notices/listeners.ts'
import { noticesRoutes } from '#notices/routes.ts'
import { answerPurposes } from '#questions/public.ts'
import { surveysJobs } from '#surveys/jobs.ts'
import { surveysListeners } from '#surveys/listeners.ts'
import { surveysRoutes } from '#surveys/routes.ts'
import { openVideo, summaryEngine, transcriptionEngine, videoPurposes } from '#video/public.ts'
import { videoJobs } from '#video/jobs.ts'
import { videoListeners } from '#video/listeners.ts'
import { videoRoutes } from '#video/routes.ts'
import { everyCall } from '@saathi/contract/every-call'
import { installErrorHandler, routeUndecodableUrl } from './error-handler.ts'
import { processBus, type Bus } from './bus.ts'
import { clientErrorRoutes, deleteOldClientErrorsJob } from './client-errors/routes.ts'
import { type Clock, systemClock } from './clock.ts'
import { compressReplies } from './compress.ts'
import type { Db, World } from './ctx.ts'
import type { Env } from './env.ts'
import type { Listeners } from './events.ts'
import { deleteBytesJob, sweepFilesJob } from './files/jobs.ts'
import { fileLinkMaker } from './files/links.ts'
import { openFiles } from './files/open-files.ts'
import { filesListeners } from './files/privacy.ts'
import { ownPurposes, type Purposes } from './files/purposes.ts'
import { filesRoutes } from './files/routes.ts'
import { formMemory } from './form-memory.ts'
import { inlineScriptHashes, secureHeaders } from './headers.ts'
import { serveHealth } from './health.ts'
import { sweepThrottlesJob } from './limits/jobs.ts'
import { ipRateLimit } from './limits/ip-rate-limit.ts'
import { limitsFor } from './limits/limits.ts'
import type { Engines, RunnableJob } from './jobs/define-job.ts'
import { deleteOldRepliesJob } from './jobs/delete-old-replies.ts'
import { mountJobs } from './jobs/mount-jobs.ts'
import { checkStaffActsJob } from './jobs/check-staff-acts.ts'
import { linkMaker } from './link-to.ts'
import { handshakeTest, serveSockets } from './sockets.ts'
import { liveConnections } from './live-connections.ts'
import { closeEndedSignIns, liveSocket } from './live.ts'
import { loggerOptions, logRequests, type LogSink } from './logs.ts'
import { maintenanceFlag } from './maintenance.ts'
import { recordMetrics } from './metrics.ts'
import { answerInvalidHttp, MAX_BODY_MS, refuseInvalidRequests } from './invalid-requests.ts'
import { describeApi } from './openapi.ts'
import { ownHosts } from './origin.ts'
import { openInternet, type Outgoing } from './outgoing/outgoing.ts'
import { registerJsonParser } from './plain-json.ts'
import { recentActors } from './recent-actors.ts'
import { openStaffActs } from './staff-acts.ts'
import { serveWebApp, type WebApp } from './web.ts'

const BODY_LIMIT = 256 * 1024
/** Node accepts no longer URLs. */
const MAX_URL_LENGTH = 16 * 1024
// Files last: rows of other domains reference them.
const listenersWith = ({ calendars }: Engines): readonly Listeners[] => [
  noticesListeners,
  helpListeners,
  feedListeners,
  learningListeners,
  surveysListeners,
  mentorshipListeners,
  matchingListeners,
  calendarListeners(calendars),
  chatListeners,
  videoListeners,
  filesListeners,
]
const purposes: Purposes = {
  ...ownPurposes,
  ...answerPurposes,
  ...picturePurposes,
  ...matchPicturePurposes,
  ...chatPurposes,
  ...videoPurposes,
}
const jobs: readonly RunnableJob[] = [
  deleteOldRepliesJob,
  checkStaffActsJob,
  deleteBytesJob,
  sweepFilesJob,
  sweepThrottlesJob,
  deleteOldClientErrorsJob,
  ...accountsJobs,
  ...noticesJobs,
  ...feedJobs,
  ...learningJobs,
  ...surveysJobs,
  ...mentorshipJobs,
  ...matchingJobs,
  ...calendarJobs,
  ...chatJobs,
  ...videoJobs,
]

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
    http: { headersTimeout: 20_000, requireHostHeader: false, shouldUpgradeCallback: handshakeTest(env.publicOrigin) },
  })
  // Only JSON is parsed, and multipart where a call declares it.
  app.removeContentTypeParser('text/plain')
  registerJsonParser(app)

  const connections = liveConnections()
  const files = openFiles(env, purposes)
  const withDev = env.mode !== 'production'
  const simulatedCalendars = withDev ? simulateCalendars(env) : null
  const limits = limitsFor(env)
  const gifs = gifService(env.chat.gifs, outgoing)
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
    transcription: transcriptionEngine(env.video.transcription),
    summaries: summaryEngine(env.chat.assistant),
  }
  const queue = await mountJobs(app, { db, clock, jobs, engines })
  const world: World = {
    db,
    clock,
    listeners: listenersWith(engines),
    deliver: bus.publish,
    publishToTopic: bus.publishToTopic,
    isSingleServer: bus.isSingleServer,
    fileLinks: fileLinkMaker(env.secret),
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

  installErrorHandler(app)
  refuseInvalidRequests(app, { maxBodyMs, isOwnHost: ownHosts(env) })
  logRequests(app)
  const chat = openChat(app, { world, bus, limitFactor: env.limitFactor, desk: { files, limits, gifs } })
  chatVoice.voice = openVoice(world)
  const video = openVideo(app, { world, bus, limitFactor: env.limitFactor, env })
  recordMetrics(app, { liveSockets: connections.count, chatSockets: chat.sockets, videoSockets: video.sockets })
  compressReplies(app)
  await secureHeaders(app, env, clock, web ? inlineScriptHashes(web.html) : [])
  await app.register(multipart)
  serveSockets(app, env.publicOrigin, [liveSocket(app, connections), chat.line, video.line])

  serveHealth(app)
  const description = describeApi(everyCall, env.productVersion)
  app.get('/api/openapi.json', async () => description)
  const simulatedGoogle = withDev && !env.google ? simulateGoogle(env) : null
  await app.register(accountsRoutes, {
    env,
    tokens,
    limits,
    files,
    google: openGoogle(env, systemClock) ?? simulatedGoogle?.google ?? null,
  })
  await app.register(clientErrorRoutes, { limits })
  await app.register(filesRoutes, { files, limits })
  await app.register(noticesRoutes, { push: engines.push })
  await app.register(helpRoutes, { env, limits })
  await app.register(contentRoutes)
  await app.register(feedRoutes)
  await app.register(learningRoutes, { files, limits })
  await app.register(surveysRoutes, { files, limits })
  await app.register(mentorshipRoutes)
  await app.register(matchingRoutes, { limits })
  await app.register(calendarRoutes, { env, limits, calendars: engines.calendars })
  await app.register(chatRoutes, { limits, outgoing, images: files.images, gifs })
  await app.register(videoRoutes, { env, limits, files })
  if (withDev) await app.register(devRoutes, { env, tokens, clock, simulatedGoogle, calendars: simulatedCalendars })
  if (web) await serveWebApp(app, web, { withDev })
  return app
}
