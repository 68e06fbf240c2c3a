import * as calls from '@saathi/contract/mentorship/calls'
import * as courseCalls from '@saathi/contract/mentorship/course-calls'
import * as farewellCalls from '@saathi/contract/mentorship/farewell-calls'
import * as staffCalls from '@saathi/contract/mentorship/staff-calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '#core/serve.ts'
import * as agreement from './agreement/agreement.ts'
import { answerCheckIn } from './check-ins/check-ins.ts'
import { getMyCourse } from './course.ts'
import { beginFarewell, cancelFarewell } from './farewell/begin.ts'
import { getFarewell, writeFarewell } from './farewell/farewell.ts'
import { getFarewellPaper } from './farewell/papers.ts'
import { getProgress } from './progress.ts'
import * as requests from './requests/requests.ts'
import * as mentorships from './service.ts'
import * as sessions from './sessions.ts'
import { takePairStep, undoPairStep } from './steps/steps.ts'
import * as staff from './staff.ts'

export async function mentorshipRoutes(app: FastifyInstance) {
  serve(app, calls.listMentorships, (ctx) => mentorships.listMentorships(ctx))

  serve(app, calls.listMentorshipSessions, (ctx, { query }) => sessions.listSessions(ctx, query))

  serve(app, calls.listMyMentorshipSessions, (ctx, { query }) => sessions.listMySessions(ctx, query))

  serve(app, calls.getMentorshipSession, (ctx, { params, query }) => sessions.getSession(ctx, params.id, query.mentorship))

  serve(app, calls.getMyMentorshipSession, (ctx, { params, query }) => sessions.getMySession(ctx, params.id, query.mentorship))

  serve(app, calls.getMentorship, (ctx, { params }) => mentorships.getMentorship(ctx, params.id))

  serve(app, calls.markCelebrated, async (ctx, { params }) => {
    await mentorships.markCelebrated(ctx, params.id)
    return {}
  })

  serve(app, calls.getMentorshipProgress, (ctx, { params, query }) => getProgress(ctx, params.id, query.session))

  serve(app, calls.getPartnerProfile, (ctx, { params }) => mentorships.getPartnerProfile(ctx, params.id, params.userId))

  courseRoutes(app)

  farewellRoutes(app)

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

function courseRoutes(app: FastifyInstance) {
  serve(app, courseCalls.getMyCourse, (ctx, { params }) => getMyCourse(ctx, params.id))
  serve(app, courseCalls.requestChange, (ctx, { params, body }) => requests.requestChange(ctx, params.id, body))
  serve(app, courseCalls.withdrawRequest, (ctx, { params }) => requests.withdrawRequest(ctx, params))
  serve(app, courseCalls.answerCheckIn, (ctx, { params, body }) => answerCheckIn(ctx, params.id, body))
  serve(app, courseCalls.proposeAgreement, (ctx, { params, body }) =>
    agreement.proposeAgreement(ctx, params.id, body.meetingsPerMonth),
  )
  serve(app, courseCalls.acceptAgreement, (ctx, { params }) => agreement.acceptAgreement(ctx, params))
  serve(app, courseCalls.closeProposal, (ctx, { params }) => agreement.closeProposal(ctx, params))
  serve(
    app,
    staffCalls.answerRequest,
    (ctx, { params, body }) => requests.answerRequest(ctx, params, body),
    (db, { params }) => requests.findAsker(db, params),
  )
  serve(
    app,
    staffCalls.takePairStep,
    async (ctx, { params, body }) => ({ steps: await takePairStep(ctx, params.id, body) }),
    (db, { params }) => staff.findPairPeople(db, params.id),
  )
  serve(
    app,
    staffCalls.undoPairStep,
    async (ctx, { params }) => ({ steps: await undoPairStep(ctx, params) }),
    (db, { params }) => staff.findPairPeople(db, params.id),
  )
}

function farewellRoutes(app: FastifyInstance) {
  serve(app, farewellCalls.getFarewell, (ctx, { params }) => getFarewell(ctx, params.id))
  serve(app, farewellCalls.writeFarewell, (ctx, { params, body }) => writeFarewell(ctx, params.id, body))
  serve(app, farewellCalls.getFarewellPaper, (ctx, { params }) => getFarewellPaper(ctx, params.id, params.paper))
  serve(
    app,
    staffCalls.beginFarewell,
    (ctx, { params, body }) => beginFarewell(ctx, params.id, body),
    (db, { params }) => staff.findPairPeople(db, params.id),
  )
  serve(
    app,
    staffCalls.cancelFarewell,
    (ctx, { params }) => cancelFarewell(ctx, params.id),
    (db, { params }) => staff.findPairPeople(db, params.id),
  )
}
