import { listOwnHeldMessages } from '@saathi/contract/chat/calls'
import * as calls from '@saathi/contract/chat/filter-calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '#core/serve.ts'
import * as held from './held.ts'
import * as settings from './settings.ts'

export function filterRoutes(app: FastifyInstance) {
  serve(app, listOwnHeldMessages, async (ctx, { params }) => ({ held: await held.listOwnHeld(ctx, params.id) }))
  serve(app, calls.listHeldMessages, (ctx, { query }) => held.listHeld(ctx, query))
  serve(
    app,
    calls.openHeldMessage,
    (ctx, { params }) => held.openHeld(ctx, params.id),
    (db, { params }) => held.findHeldSender(db, params.id),
  )
  serve(
    app,
    calls.releaseHeldMessage,
    (ctx, { params }) => held.releaseHeld(ctx, params.id),
    (db, { params }) => held.findHeldSender(db, params.id),
  )
  serve(
    app,
    calls.rejectHeldMessage,
    (ctx, { params }) => held.rejectHeld(ctx, params.id),
    (db, { params }) => held.findHeldSender(db, params.id),
  )
  serve(app, calls.getFilter, (ctx, { params }) => settings.getFilter(ctx, params.projectId))
  serve(app, calls.setFilterMode, (ctx, { params, body }) => settings.setMode(ctx, params.projectId, body.mode))
  serve(app, calls.addFilterRule, (ctx, { params, body }) => settings.addRule(ctx, params.projectId, body))
  serve(app, calls.changeFilterRule, (ctx, { params, body }) => settings.changeRule(ctx, params.id, body))
  serve(app, calls.replayFilterRule, (ctx, { params, body }) => settings.replayRule(ctx, params.id, body.version))
  serve(
    app,
    calls.readReplaySamples,
    (ctx, { params, body }) => settings.readSamples(ctx, params.id, body.version),
    (db, { params }) => settings.findSampled(db, params.id),
  )
  serve(app, calls.switchFilterRule, (ctx, { params, body }) => settings.switchRule(ctx, params.id, body))
}
