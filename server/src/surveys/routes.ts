import * as calls from '@saathi/contract/surveys/calls'
import { correctAnswer, getPersonAnswers } from '@saathi/contract/surveys/staff-calls'
import { getReadiness } from '@saathi/contract/surveys/readiness-calls'
import type { FastifyInstance } from 'fastify'
import type { Files } from '#core/files/open-files.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { fileKeeper, readAnswers } from '#questions/public.ts'
import { changeAnswer, prepareAnswers, sendAnswers } from './answers.ts'
import * as corrections from './correct.ts'
import * as surveys from './service.ts'

export async function surveysRoutes(app: FastifyInstance, { files, limits }: { files: Files; limits: Limits }) {
  serve(app, calls.listSurveys, (ctx) => surveys.listSurveys(ctx))

  serve(app, calls.getSurvey, (ctx, { params }) => surveys.getSurvey(ctx, params.id))

  serve(app, calls.getStage, (ctx, { params }) => surveys.getStage(ctx, params.id))

  serve(app, calls.getAnswers, (ctx, { query }) => surveys.getAnswers(ctx, query))

  serve(app, calls.changeAnswer, (ctx, { body }) => changeAnswer(ctx, body))

  serve(app, getPersonAnswers, (ctx, { params }) => corrections.getPersonAnswers(ctx, params.personId))

  serve(app, correctAnswer, (ctx, { params, body }) => corrections.correctAnswer(ctx, params.personId, body))

  serve(app, getReadiness, (ctx) => surveys.getReadiness(ctx))

  const keeper = fileKeeper(files, app.log)
  servePrepared(
    app,
    calls.sendAnswers,
    async (db, { form }, { actor, now }) => {
      const { data } = form.fields
      const submitted = readAnswers({ answers: data.answers, keyed: form.keyed, field: 'data.answers' })
      if (Object.keys(submitted.files).length > 0)
        await requireWithinLimits(db, now(), [{ limits: limits.uploadPerPerson, key: String(actor.personId) }])
      return { submitted, storedFiles: await prepareAnswers({ db, actor, now }, data, submitted, keeper) }
    },
    (ctx, { form }, _exchange, { submitted, storedFiles }) => sendAnswers(ctx, form.fields.data, submitted, storedFiles, keeper),
  )
}
