import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Time } from '../core/fields.ts'
import { StoredFile } from '../core/stored-file.ts'
import { AnswerJson, answerParts } from '../questions/answer-form.ts'
import { Answer, QuestionKey } from '../questions/entities.ts'
import { Stage, Survey, SurveyCard } from './entities.ts'

const imageType = z.optional(z.enum(['web', 'mobile']))

export const listSurveys = defineCall({
  method: 'GET',
  path: '/api/v2/screening/survey-list/',
  summary: 'List the surveys open to you and those you have answered',
  action: 'surveys.read',
  reply: z.object({ surveys: z.array(SurveyCard).check(z.maxLength(50)) }),
  errors: [],
})

export const getSurvey = defineCall({
  method: 'GET',
  path: '/api/v2/screening/surveys/:id/',
  summary: 'Get a survey with its stages and the current stage',
  action: 'surveys.take',
  params: z.object({ id: IdParam }),
  query: z.object({ imageType }),
  reply: Survey,
  errors: ['surveys.not_found', 'surveys.not_yours'],
})

export const getStage = defineCall({
  method: 'GET',
  path: '/api/v2/screening/stages/:id/',
  summary: 'Get the pages of a stage with their questions',
  action: 'surveys.take',
  params: z.object({ id: IdParam }),
  reply: Stage,
  errors: ['surveys.not_found', 'surveys.not_yours'],
})

/** A file comes with links, a password only as "given". */
export const SurveyAnswer = z.object({ questionKey: QuestionKey, answer: z.union([StoredFile, Answer]), answeredAt: Time })
export type SurveyAnswer = z.infer<typeof SurveyAnswer>

const StageAnswers = z.object({
  stage: Id,
  answers: z.array(SurveyAnswer),
  /** Questions whose answer can still be changed. Missing in replies cached by an earlier version. */
  changeable: z.optional(z.array(QuestionKey)),
})
export type StageAnswers = z.infer<typeof StageAnswers>

export const getAnswers = defineCall({
  method: 'GET',
  path: '/api/v3/screening/answers/',
  summary: 'Get your answers of a stage or of the whole survey',
  action: 'surveys.take',
  query: z.object({ survey: IdParam, stage: z.optional(IdParam) }),
  reply: z.object({
    survey: Id,
    stages: z.array(StageAnswers).check(z.maxLength(20)),
    /** The answers to the requested stage. */
    answers: z.array(SurveyAnswer),
  }),
  errors: ['surveys.not_found', 'surveys.not_yours', 'surveys.stage_elsewhere'],
})

export const sendAnswers = defineCall({
  method: 'POST',
  path: '/api/v3/screening/answers/',
  summary: 'Submit a stage: one form part with all answers, and one for each answer or file',
  action: 'surveys.take',
  form: {
    fields: z.object({ data: z.object({ survey: Id, stage: Id, answers: AnswerJson }) }),
    files: {},
    keyed: answerParts,
  },
  reply: Survey,
  errors: [
    'surveys.not_found',
    'surveys.not_yours',
    'surveys.stage_elsewhere',
    'surveys.closed',
    'surveys.stage_order',
    'surveys.answers_rejected',
  ],
  idempotencyKey: true,
})

/** Not in the specification: free hours and preferences change, and matching should use the new ones. */
export const changeAnswer = defineCall({
  method: 'PUT',
  path: '/api/v2/screening/answers/',
  summary: 'Change one answer of a stage that you have sent; matching uses the new one',
  action: 'surveys.take',
  /** Null deletes an optional answer. */
  body: z.object({ survey: Id, stage: Id, questionKey: QuestionKey, answer: z.nullable(Answer) }),
  reply: StageAnswers,
  errors: [
    'surveys.not_found',
    'surveys.not_yours',
    'surveys.stage_elsewhere',
    'surveys.answer_fixed',
    'surveys.answers_rejected',
  ],
})
