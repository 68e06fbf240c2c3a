import * as calls from '@saathi/contract/calendar/calls'
import * as timeCalls from '@saathi/contract/calendar/time-calls'
import * as integrationCalls from '@saathi/contract/calendar/integration-calls'
import type { FastifyInstance } from 'fastify'
import type { Actor, Db } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { serveFeed } from '#core/http/serve-raw.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { saveAnswer, saveProposal, settleProposal } from './answers/answers.ts'
import { undoRemoval } from './answers/undo.ts'
import { closeFeed, openFeed, writeFeed } from './feed/feed.ts'
import { feedTokens } from './feed/token.ts'
import { obtainAccess } from './integration/connect.ts'
import { browserOf, setBrowserCookie, ownOrigin, startAttempt } from './integration/oauth.ts'
import * as integrations from './integration/service.ts'
import { type CalendarEngine, RETURN_PATH } from './providers/engine.ts'
import * as calendar from './service.ts'
import { findTimesFor, saveFreeHours } from './times/times.ts'

export type CalendarParts = { env: Env; limits: Limits; calendars: CalendarEngine }

export async function calendarRoutes(app: FastifyInstance, parts: CalendarParts) {
  serve(app, calls.listCalendarEvents, (ctx, { params, query }) => calendar.listEvents(ctx, params.mentorshipId, query))

  const withinLimits = (db: Db, _input: unknown, { actor, now }: { actor: Actor; now: () => Date }) =>
    requireWithinLimits(db, now(), [{ limits: parts.limits.calendarChangePerPerson, key: String(actor.personId) }])

  servePrepared(app, calls.addCalendarEvent, withinLimits, (ctx, { params, body }) =>
    calendar.addEvent(ctx, params.mentorshipId, body),
  )

  servePrepared(app, calls.editCalendarEvent, withinLimits, (ctx, { params, body }) => calendar.editEvent(ctx, params, body))

  servePrepared(app, calls.removeCalendarEvent, withinLimits, (ctx, { params, query }) =>
    calendar.removeEvent(ctx, params, query),
  )

  serve(app, timeCalls.findTimes, (ctx, { params, query }) => findTimesFor(ctx, params.mentorshipId, query))

  servePrepared(app, timeCalls.setFreeHours, withinLimits, (ctx, { body }) => saveFreeHours(ctx, body))

  servePrepared(app, timeCalls.answerEvent, withinLimits, (ctx, { params, body }) => saveAnswer(ctx, params, body))

  servePrepared(app, timeCalls.proposeTime, withinLimits, (ctx, { params, body }) => saveProposal(ctx, params, body))

  servePrepared(app, timeCalls.answerProposal, withinLimits, (ctx, { params, body }) => settleProposal(ctx, params, body))

  servePrepared(app, timeCalls.restoreEvent, withinLimits, (ctx, { params }) => undoRemoval(ctx, params))

  feedRoutes(app, parts)

  integrationRoutes(app, parts)
}

function feedRoutes(app: FastifyInstance, { env, limits }: CalendarParts) {
  const tokens = feedTokens(env.secret)

  serve(app, integrationCalls.openCalendarFeed, (ctx) => openFeed(ctx, tokens))

  serve(app, integrationCalls.closeCalendarFeed, (ctx) => closeFeed(ctx))

  serveFeed(app, '/api/v2/mentorships/calendar-feed/:token/', {
    read: tokens.read,
    limits: limits.calendarFeedPerAddress,
    type: 'text/calendar; charset=utf-8',
    fileName: 'saathi.ics',
    write: writeFeed,
  })
}

function integrationRoutes(app: FastifyInstance, { env, limits, calendars }: CalendarParts) {
  serve(app, integrationCalls.listCalendarIntegrations, (ctx) => integrations.listIntegrations(ctx, calendars, env.secret))

  servePrepared(
    app,
    integrationCalls.startCalendarConnection,
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
    integrationCalls.connectCalendar,
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

  serve(app, integrationCalls.setBusyTimes, (ctx, { body }) => integrations.saveBusyAllowed(ctx, body.isOn))

  serve(app, integrationCalls.unlinkCalendar, (ctx, { body }) => integrations.unlinkCalendar(ctx, body))
}
