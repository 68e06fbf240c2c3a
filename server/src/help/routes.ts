import * as calls from '@saathi/contract/help/calls'
import * as staffCalls from '@saathi/contract/help/staff-calls'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import type { Limits } from '#core/limits/limits.ts'
import { NOTHING_NEW, serve, servePrepared } from '#core/serve.ts'
import * as help from './service.ts'
import * as staff from './staff.ts'

export async function helpRoutes(app: FastifyInstance, { env, limits }: { env: Env; limits: Limits }) {
  serve(app, calls.getHelpCentre, (ctx) => help.getHelpCentre(ctx, env))

  serve(app, calls.listHelpMessages, (ctx, { query }) => help.listHelpMessages(ctx, query.before))

  servePrepared(
    app,
    calls.sendHelpMessage,
    (db, _input, requester) => help.requireMessageWithin(db, limits, requester),
    (ctx, { body }) => help.sendHelpMessage(ctx, body),
  )

  serve(app, calls.readHelpMessages, (ctx, { body }) => help.readHelpMessages(ctx, body.upTo))

  serve(app, staffCalls.listHelpCases, (ctx, { query }) => staff.listHelpCases(ctx, query))

  const personOf = (db: Db, { params }: { params: { id: number } }) => staff.findCasePerson(db, params.id)

  serve(app, staffCalls.getHelpCase, (ctx, { params, query }) => staff.getHelpCase(ctx, params.id, query.before), personOf)

  serve(app, staffCalls.answerHelp, (ctx, { params, body }) => staff.answerHelp(ctx, params.id, body), personOf)

  serve(app, staffCalls.closeHelpCase, (ctx, { params, body }) => staff.closeHelpCase(ctx, params.id, body.upTo), personOf)

  serve(app, staffCalls.reopenHelpCase, (ctx, { params }) => staff.reopenHelpCase(ctx, params.id), personOf)

  serve(app, staffCalls.assignHelpCase, (ctx, { params, body }) => staff.assignHelpCase(ctx, params.id, body.personId), personOf)

  // Recorded without the member, because presence concerns colleagues only; repeats are not recorded.
  serve(
    app,
    staffCalls.setHelpPresence,
    (ctx, { params, body }) => staff.setPresence(ctx, params.id, body.state),
    async (db, { params, body }, { staff: reader, now }) => {
      const presence = { caseId: params.id, personId: reader.personId, now: now() }
      return (await staff.findPresenceState(db, presence)) === body.state ? NOTHING_NEW : null
    },
  )
}
