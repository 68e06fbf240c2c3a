import * as calls from '@saathi/contract/calendar/calls'
import type { FastifyInstance } from 'fastify'
import type { Actor, Db } from '#core/ctx.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { feedRoutes } from './feed/routes.ts'
import { integrationRoutes, type IntegrationParts } from './integration/routes.ts'
import * as calendar from './service.ts'

export type CalendarParts = IntegrationParts

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

  feedRoutes(app, parts)

  integrationRoutes(app, parts)
}
