import * as calls from '@saathi/contract/matching/staff-calls'
import type { FastifyInstance } from 'fastify'
import { serve, servePrepared } from '#core/serve.ts'
import * as screeningCalls from '@saathi/contract/matching/screening-calls'
import * as screening from '../screening/screening.ts'
import { setSeeker } from './staff.ts'
import * as staff from './staff.ts'

export function staffRoutes(app: FastifyInstance): void {
  servePrepared(
    app,
    calls.runMatching,
    (db, { body }, { actor, now }) => staff.prepareMatching({ db, actor, now }, body.project),
    (ctx, { body }, _exchange, prepared) => staff.runMatching(ctx, prepared, body.dryRun),
  )

  serve(app, calls.listStaffOffers, (ctx, { query }) => staff.listOffers(ctx, query))

  serve(app, calls.publishOffers, (ctx, { body }) => staff.publishOffers(ctx, body.offers))

  serve(app, calls.makeMatch, (ctx, { body }) => staff.makeMatch(ctx, body))

  serve(app, calls.withdrawOffer, (ctx, { params, body }) => staff.withdrawOffer(ctx, params.id, body.reason))

  serve(app, calls.keepApart, (ctx, { body }) => staff.keepApart(ctx, body))

  serve(app, calls.listApart, (ctx, { query }) => staff.listApart(ctx, query))

  serve(app, calls.allowTogether, (ctx, { body }) => staff.allowTogether(ctx, body))

  serve(app, calls.listSeekers, (ctx, { query }) => staff.listSeekers(ctx, query))

  serve(app, calls.setSeeker, (ctx, { params, body }) => setSeeker(ctx, params.personId, body))

  serve(app, screeningCalls.listMentorsToScreen, (ctx, { query }) => screening.listMentors(ctx, query))

  serve(app, screeningCalls.setCheck, (ctx, { params, body }) =>
    screening.setCheck(ctx, params.personId, { kind: params.kind, ...body }),
  )

  serve(app, screeningCalls.setApproval, (ctx, { params, body }) => screening.setApproval(ctx, params.personId, body.isApproved))

  serve(app, screeningCalls.listRequirements, (ctx) => screening.listRequirements(ctx))

  serve(app, screeningCalls.setRequirements, (ctx, { params, body }) =>
    screening.setRequirements(ctx, params.projectId, body.kinds),
  )

  serve(app, calls.listGroups, (ctx, { query }) => staff.listGroups(ctx, query))

  serve(app, calls.settleGroup, (ctx, { params, body }) => staff.settleGroup(ctx, params.id, body.what))
}
