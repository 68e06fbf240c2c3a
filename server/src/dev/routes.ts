import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { setRefreshCookie, type Tokens } from '#accounts/public.ts'
import type { Clock, MovableClock } from '#core/clock.ts'
import { inTransaction } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import { coreRefusal } from '#core/errors.ts'
import { openExchange } from '#core/http-exchange.ts'
import { moveClock } from '#core/jobs/move-clock.ts'
import { findJobs } from '#core/jobs/overview.ts'
import { isOwnOrigin } from '#core/origin.ts'
import { findMail } from '#notices/public.ts'
import type { SimulatedCalendars } from './simulate-calendars.ts'
import { calendarRoutes } from './calendar-routes.ts'
import type { SimulatedGoogle } from './simulate-google.ts'
import { googleRoutes } from './google-routes.ts'
import { matchRoutes } from './match-routes.ts'
import { acceptSecondFactorAs, listAccounts, signInAs } from './service.ts'

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
    const signedIn = await inTransaction(app.world, request.log, (ctx) => signInAs(ctx, tokens, email))
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

const isMovable = (clock: Clock): clock is MovableClock => 'advance' in clock

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {})
  if (!parsed.success) throw coreRefusal('core.bad_input')
  return parsed.data
}
