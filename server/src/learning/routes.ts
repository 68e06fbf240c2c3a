import * as calls from '@saathi/contract/learning/calls'
import * as quizCalls from '@saathi/contract/learning/quiz-calls'
import * as sessionCalls from '@saathi/contract/learning/session-calls'
import type { FastifyInstance } from 'fastify'
import type { Files } from '#core/files/open-files.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { fileKeeper, readAnswers } from '#questions/public.ts'
import * as quiz from './quiz/quiz.ts'
import { prepareAnswers, saveAnswers } from './quiz/save-answers.ts'
import * as learning from './service.ts'
import * as sessions from './session/detail.ts'
import * as steps from './session/steps.ts'

export async function learningRoutes(app: FastifyInstance, { files, limits }: { files: Files; limits: Limits }) {
  serve(app, calls.listSessions, (ctx, { query }) => learning.listSessions(ctx, query))

  serve(app, calls.listMySessions, (ctx, { query }) => learning.listMySessions(ctx, query))

  serve(app, sessionCalls.getSession, (ctx, { params }) => sessions.getSession(ctx, params.id))

  serve(app, sessionCalls.getMySession, (ctx, { params }) => sessions.getMySession(ctx, params.id))

  serve(app, sessionCalls.startSession, (ctx, { body }) => steps.startSession(ctx, body))

  serve(app, sessionCalls.completeStep, (ctx, { body }) => steps.completeStep(ctx, body))

  serve(app, sessionCalls.rateSession, (ctx, { body }) => sessions.rateSession(ctx, body))

  serve(app, calls.toggleBookmark, (ctx, { body }) => learning.toggleBookmark(ctx, body.session, body.isBookmarked))

  serve(app, quizCalls.getQuiz, (ctx, { params, query }) => quiz.getQuiz(ctx, { ...params, mentorship: query.mentorship }))

  const keeper = fileKeeper(files, app.log)
  servePrepared(
    app,
    quizCalls.saveAnswers,
    async (db, { form }, { actor, now }) => {
      const { data } = form.fields
      const submitted = readAnswers({ answers: data.answerJson, keyed: form.keyed, field: 'data.answer_json' })
      if (Object.keys(submitted.files).length > 0)
        await requireWithinLimits(db, now(), [{ limits: limits.uploadPerPerson, key: String(actor.personId) }])
      return { submitted, stored: await prepareAnswers({ db, actor }, quizRefOf(data), submitted, keeper) }
    },
    (ctx, { form }, _exchange, { submitted, stored }) => saveAnswers(ctx, quizRefOf(form.fields.data), submitted, stored, keeper),
  )
}

/** The learning hub sends an empty mentorship. */
const quizRefOf = ({
  mentorship,
  ...place
}: {
  session: number
  step: number
  quiz: number
  mentorship?: number | '' | null | undefined
}) => ({
  session: place.session,
  step: place.step,
  quiz: place.quiz,
  mentorship: mentorship || undefined,
})
