import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { describeDevice, setRefreshCookie, type Tokens } from '#accounts/public.ts'
import type { Clock, MovableClock } from '#core/clock.ts'
import { inTransaction } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import { coreRefusal } from '#core/errors.ts'
import { openExchange } from '#core/http/exchange.ts'
import { moveClock } from '#core/jobs/move-clock.ts'
import { findJobs } from '#core/jobs/overview.ts'
import { isOwnOrigin } from '#core/http/origin.ts'
import { findText } from '#core/texts.ts'
import { findMail } from '#notices/public.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { answeringBy } from './google-answer.ts'
import { choosePage, expiredPage } from './google-page.ts'
import { chooseGooglePerson, listGooglePeople } from './google-people.ts'
import { GOOGLE_BASE, type GoogleProvider, type SimulatedGoogle } from './google-provider.ts'
import { runSafetyDrill } from './safety-drill.ts'
import { listMatchedProjects, runMatches, prepareMatches, acceptSecondFactorAs, listAccounts, signInAs } from './service.ts'
import type { SimulatedCalendars } from './simulate-calendars.ts'

const MoveClock = z.union([
  z.strictObject({ advance_seconds: z.int().check(z.minimum(-1e9), z.maximum(1e9)) }),
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
])
const SignInAs = z.strictObject({ email: z.string().check(z.maxLength(254)) })
const MailQuery = z.object({ to: z.optional(z.string()) })

type DevParts = {
  env: Env
  tokens: Tokens
  clock: Clock
  simulatedGoogle: SimulatedGoogle | null
  calendars: SimulatedCalendars | null
}

/** For development and demo: none of this is registered in production, and the parts refuse to be built there. */
export async function devRoutes(app: FastifyInstance, { env, tokens, clock, simulatedGoogle, calendars }: DevParts) {
  // Other pages in the same browser must not move the clock or sign anyone in.
  app.addHook('onRequest', async (request) => {
    if (!isOwnOrigin(request.headers.origin, request.host, env.publicOrigin)) throw coreRefusal('core.forbidden')
  })

  app.get('/dev/accounts.json', async () => ({ accounts: await listAccounts(app.world.db) }))

  app.get('/dev/mail.json', async (request) => {
    const { to } = parse(MailQuery, request.query)
    const mail = await findMail(app.world.db, to)
    const shown = mail.map(({ sentAt, calendarFile, ...rest }) => ({
      ...rest,
      sent_at: sentAt,
      ...(calendarFile !== null && { calendar_file: calendarFile }),
    }))
    return { mail: shown }
  })

  app.get('/dev/jobs.json', async () => {
    const { counts, dead } = await findJobs(app.world.db)
    return { counts, dead: dead.map(({ diedAt, ...rest }) => ({ ...rest, died_at: diedAt.toISOString() })) }
  })

  app.post('/dev/sign-in/', async (request, reply) => {
    const { email } = parse(SignInAs, request.body)
    const { exchange, applyTo } = openExchange(request)
    const device = describeDevice(exchange.userAgent)
    const signedIn = await inTransaction(app.world, request.log, (ctx) => signInAs(ctx, tokens, { email, device }))
    setRefreshCookie(env, exchange, signedIn.refreshToken)
    applyTo(reply)
    return { access_token: signedIn.accessToken, expires_in: signedIn.expiresIn, user_id: signedIn.userId }
  })

  app.post('/dev/second-factor/', async (request) => {
    const claims = await app.identity.readToken(request.headers.authorization)
    if (!claims) throw coreRefusal('core.signed_out')
    await inTransaction(app.world, request.log, (ctx) => acceptSecondFactorAs(ctx, app.identity, claims))
    return {}
  })

  await app.register(matchRoutes)
  if (isMovable(clock)) registerClock(app, clock)
  if (isMovable(clock)) registerDrill(app, tokens, clock)
  if (simulatedGoogle) await app.register(googleRoutes, simulatedGoogle)
  if (calendars) await app.register(calendarRoutes, calendars)
}

function registerClock(app: FastifyInstance, clock: MovableClock) {
  const sendClock = (reply: FastifyReply) => reply.send({ now: clock.now().toISOString(), offset_seconds: clock.offsetSeconds() })
  app.get('/dev/clock/', async (_request, reply) => sendClock(reply))
  app.post('/dev/clock/', async (request, reply) => {
    const move = parse(MoveClock, request.body)
    await moveClock(app.world.db, clock, () => {
      if ('now' in move) clock.set(new Date(move.now))
      else clock.advance(move.advance_seconds)
    })
    return sendClock(reply)
  })
  app.delete('/dev/clock/', async (_request, reply) => {
    await moveClock(app.world.db, clock, clock.reset)
    return sendClock(reply)
  })
}

/** One at a time, because it moves the clock. */
function registerDrill(app: FastifyInstance, tokens: Tokens, clock: MovableClock) {
  let isPlaying = false
  app.post('/dev/safety-drill/', async () => {
    if (isPlaying) throw coreRefusal('core.too_many', { retryAfterSeconds: 60 })
    isPlaying = true
    const measured = await runSafetyDrill(app, tokens, clock).finally(() => (isPlaying = false))
    return { measured: measured.map(({ isUrgent, ...each }) => ({ ...each, is_urgent: isUrgent })) }
  })
}

const isMovable = (clock: Clock): clock is MovableClock => 'advance' in clock

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {})
  if (!parsed.success) throw coreRefusal('core.bad_input')
  return parsed.data
}

const RunMatching = z.strictObject({ project: z.string().check(z.maxLength(60)) })

/** Runs matching at once, so that people trying it out need not wait for the next run. */
async function matchRoutes(app: FastifyInstance) {
  const { world } = app

  app.get('/dev/match.json', async () => ({ projects: await listMatchedProjects(world.db) }))

  app.post('/dev/match/', async (request) => {
    const parsed = RunMatching.safeParse(request.body)
    if (!parsed.success) throw coreRefusal('core.bad_input')
    const prepared = await prepareMatches({ db: world.db, now: world.clock.now }, parsed.data.project)
    return inTransaction(world, request.log, (ctx) => runMatches(ctx, prepared))
  })
}

/** The parameters in Google's documentation; Google would not understand others. */
const documented = new Set(
  [
    'client_id nonce response_type redirect_uri scope state prompt login_hint hd display',
    'access_type include_granted_scopes enable_granular_consent',
  ].flatMap((names) => names.split(' ')),
)
const Choice = z.union([
  z.strictObject({ cancel: z.string() }),
  z.strictObject({ email: z.string().check(z.maxLength(320)), name: z.optional(z.string().check(z.maxLength(120))) }),
])
const FORM_LIMIT = 4 * 1024

/** The pages of the simulated Google. */
async function googleRoutes(app: FastifyInstance, { provided }: SimulatedGoogle) {
  const style = readFileSync(new URL('google-page.css', import.meta.url), 'utf8')
  let answering: Promise<ReturnType<typeof answeringBy>> | undefined
  const byProvider = async (request: FastifyRequest, reply: FastifyReply) => {
    answering ??= provided().then(({ provider }) => answeringBy(provider))
    return (await answering)(request, reply)
  }

  app.get(`${GOOGLE_BASE}/auth`, async (request, reply) => {
    const unknown = Object.keys(z.record(z.string(), z.unknown()).parse(request.query)).filter((name) => !documented.has(name))
    if (unknown.length > 0)
      throw coreRefusal('core.bad_input', { nonFieldErrors: [`Google does not document ${unknown.join(', ')}`] })
    return byProvider(request, reply)
  })
  app.get(`${GOOGLE_BASE}/auth/:uid`, byProvider)
  app.get(`${GOOGLE_BASE}/jwks`, byProvider)
  app.get(`${GOOGLE_BASE}/page.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))

  app.get(`${GOOGLE_BASE}/choose/:uid`, async (request, reply) => {
    const returnTo = await openChoice(await provided(), request, reply)
    return returnTo ? show(request, reply, returnTo) : sendPage(reply, 404, expiredPage(textsFor(request)))
  })

  // The format of the page's form, which the server parses nowhere else.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.post(`${GOOGLE_BASE}/choose/:uid`, async (request, reply) => {
    const { provider, addPerson } = await provided()
    const returnTo = await openChoice({ provider }, request, reply)
    if (!returnTo) return sendPage(reply, 404, expiredPage(textsFor(request)))
    const choice = Choice.safeParse(request.body)
    if (!choice.success) throw coreRefusal('core.bad_input')
    const finish = async (result: Parameters<typeof provider.interactionResult>[2]) => {
      const { pathname } = new URL(await provider.interactionResult(request.raw, reply.raw, result))
      return reply.redirect(pathname, 303)
    }
    if ('cancel' in choice.data) return finish({ error: 'access_denied' })
    const person = await chooseGooglePerson(app.world.db, choice.data)
    if (!person) return show(request, reply, returnTo, true)
    addPerson(person)
    return finish({ login: { accountId: person.subject, remember: false }, select_account: {} })
  })

  async function show(request: FastifyRequest, reply: FastifyReply, returnTo: string, isWrongAddress = false) {
    const people = await listGooglePeople(app.world.db)
    allowReturn(reply, returnTo)
    return sendPage(reply, isWrongAddress ? 400 : 200, choosePage(textsFor(request), people, isWrongAddress))
  }
}

/** The return URL of this window; null if it was open for too long or not opened by us. */
async function openChoice({ provider }: Pick<GoogleProvider, 'provider'>, { raw }: FastifyRequest, reply: FastifyReply) {
  const interaction = await provider.interactionDetails(raw, reply.raw).catch(() => null)
  return interaction && z.string().parse(interaction.params['redirect_uri'])
}

/** Forms may only target our own pages, and this one ends at the product that opened it, which may have another origin. */
function allowReturn(reply: FastifyReply, returnTo: string) {
  const name = 'content-security-policy'
  const policy = String(reply.raw.getHeader(name) ?? reply.getHeader(name))
  reply.header(name, policy.replace("form-action 'self'", `form-action 'self' ${new URL(returnTo).origin}`))
}

const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)

/** Google uses the language of the browser, not ours. */
function textsFor({ headers }: FastifyRequest) {
  const language = /^hi\b/i.test(headers['accept-language'] ?? '') ? 'hi' : 'en'
  return { language, t: findText(language) }
}
