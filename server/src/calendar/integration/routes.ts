import * as calls from '@saathi/contract/calendar/integration-calls'
import type { FastifyInstance } from 'fastify'
import type { Env } from '#core/env.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { obtainAccess } from './connect.ts'
import * as integrations from './service.ts'
import { browserOf, setBrowserCookie, ownOrigin } from './oauth-browser.ts'
import { startAttempt } from './oauth-attempt.ts'
import { type CalendarEngine, RETURN_PATH } from '../providers/engine.ts'

export type IntegrationParts = { env: Env; limits: Limits; calendars: CalendarEngine }

export function integrationRoutes(app: FastifyInstance, { env, limits, calendars }: IntegrationParts) {
  serve(app, calls.listCalendarIntegrations, (ctx) => integrations.listIntegrations(ctx, calendars, env.secret))

  servePrepared(
    app,
    calls.startCalendarConnection,
    (db, _input, { now, exchange }) =>
      requireWithinLimits(db, now(), [{ limits: limits.calendarStartPerIp, key: ipKey(exchange.ip) }]),
    async (ctx, { body }, exchange) => {
      const origin = ownOrigin(env, exchange)
      const browser = setBrowserCookie(env, exchange)
      const attempt = { provider: body.provider, origin, redirectUri: origin + RETURN_PATH, browser }
      return { authorizationUrl: await startAttempt(ctx, calendars, attempt) }
    },
  )

  servePrepared(
    app,
    calls.connectCalendar,
    async (db, { body }, { actor, now, exchange }) => {
      // Each call contacts a provider, and may try a password there.
      await requireWithinLimits(db, now(), [{ limits: limits.calendarConnectPerPerson, key: String(actor.personId) }])
      const redirectUri = ownOrigin(env, exchange) + RETURN_PATH
      return obtainAccess(db, calendars, body, {
        personId: actor.personId,
        now: now(),
        browser: browserOf(env, exchange),
        redirectUri,
      })
    },
    (ctx, _input, _exchange, granted) => integrations.connectCalendar(ctx, calendars, granted),
  )

  serve(app, calls.unlinkCalendar, (ctx, { body }) => integrations.unlinkCalendar(ctx, body))
}
