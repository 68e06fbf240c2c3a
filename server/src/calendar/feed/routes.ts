import * as calls from '@saathi/contract/calendar/integration-calls'
import type { FastifyInstance } from 'fastify'
import type { Env } from '#core/env.ts'
import type { Limits } from '#core/limits/limits.ts'
import { serve } from '#core/serve.ts'
import { serveFeed } from '#core/http/serve-feed.ts'
import { closeFeed, openFeed, writeFeed } from './feed.ts'
import { feedTokens } from './token.ts'

export function feedRoutes(app: FastifyInstance, { env, limits }: { env: Env; limits: Limits }) {
  const tokens = feedTokens(env.secret)

  serve(app, calls.openCalendarFeed, (ctx) => openFeed(ctx, tokens))

  serve(app, calls.closeCalendarFeed, (ctx) => closeFeed(ctx))

  serveFeed(app, '/api/v2/mentorships/calendar-feed/:token/', {
    read: tokens.read,
    limits: limits.calendarFeedPerAddress,
    type: 'text/calendar; charset=utf-8',
    fileName: 'saathi.ics',
    write: writeFeed,
  })
}
