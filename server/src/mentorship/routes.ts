import * as calls from '@saathi/contract/mentorship/calls'
import * as staffCalls from '@saathi/contract/mentorship/staff-calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '#core/serve.ts'
import { getProgress } from './progress.ts'
import * as mentorships from './service.ts'
import * as sessions from './sessions.ts'
import * as staff from './staff.ts'

export async function mentorshipRoutes(app: FastifyInstance) {
  serve(app, calls.listMentorships, (ctx) => mentorships.listMentorships(ctx))

  serve(app, calls.listMentorshipSessions, (ctx, { query }) => sessions.listSessions(ctx, query))

  serve(app, calls.listMyMentorshipSessions, (ctx, { query }) => sessions.listMySessions(ctx, query))

  serve(app, calls.getMentorshipSession, (ctx, { params, query }) => sessions.getSession(ctx, params.id, query.mentorship))

  serve(app, calls.getMyMentorshipSession, (ctx, { params, query }) => sessions.getMySession(ctx, params.id, query.mentorship))

  serve(app, calls.getMentorship, (ctx, { params }) => mentorships.getMentorship(ctx, params.id))

  serve(app, calls.getMentorshipProgress, (ctx, { params, query }) => getProgress(ctx, params.id, query.session))

  serve(app, calls.getPartnerProfile, (ctx, { params }) => mentorships.getPartnerProfile(ctx, params.id, params.userId))

  serve(
    app,
    staffCalls.startMentorship,
    (ctx, { body }) => staff.startMentorship(ctx, body),
    async (_db, { body }) => [body.mentor, ...body.mentees],
  )

  serve(
    app,
    staffCalls.endMentorship,
    (ctx, { params }) => staff.endMentorship(ctx, params.id),
    (db, { params }) => staff.findPairPeople(db, params.id),
  )

  serve(
    app,
    staffCalls.takeOutMember,
    (ctx, { params }) => staff.takeOutMember(ctx, params.id, params.userId),
    async (_db, { params }) => params.userId,
  )
}
