import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Time } from '../core/fields.ts'
import { Answer, Question, QuestionKey } from '../questions/entities.ts'

const Person = z.object({ personId: IdParam })

/** A question that staff may correct, with the answer of the person. */
export const CorrectableAnswer = z.object({
  stage: Id,
  question: Question,
  answer: z.nullable(Answer),
  answeredAt: z.nullable(Time),
  /** The answer counts towards a work readiness score, which a correction recomputes. */
  isScored: z.boolean(),
})
export type CorrectableAnswer = z.infer<typeof CorrectableAnswer>

export const AnsweredSurvey = z.object({
  id: Id,
  name: z.string(),
  isComplete: z.boolean(),
  answers: z.array(CorrectableAnswer).check(z.maxLength(500)),
})
export type AnsweredSurvey = z.infer<typeof AnsweredSurvey>

export const AnswerCorrection = z.object({
  id: Id,
  survey: z.string(),
  question: z.string(),
  before: z.nullable(Answer),
  after: z.nullable(Answer),
  reason: z.string(),
  /** Null once the account is gone. */
  by: z.nullable(z.string()),
  at: Time,
})
export type AnswerCorrection = z.infer<typeof AnswerCorrection>

export const getPersonAnswers = defineCall({
  method: 'GET',
  path: '/api/v2/staff/people/:personId/answers/',
  summary: 'The survey answers of one person that can be corrected; never passwords or files',
  action: 'staff.survey_answers',
  params: Person,
  query: z.object({ reason: StaffReason }),
  reply: z.object({
    surveys: z.array(AnsweredSurvey).check(z.maxLength(50)),
    corrections: z.array(AnswerCorrection).check(z.maxLength(50)),
  }),
  errors: ['accounts.person_not_found'],
})

export const correctAnswer = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/people/:personId/answers/',
  summary: 'Correct one survey answer of a person, who sees both values; scores and matching use the new one',
  action: 'staff.survey_answers',
  params: Person,
  body: z.object({ stage: Id, questionKey: QuestionKey, answer: z.nullable(Answer), reason: StaffReason }),
  reply: z.object({ answer: z.nullable(Answer) }),
  errors: ['accounts.person_not_found', 'surveys.not_found', 'surveys.answer_fixed', 'surveys.answers_rejected'],
})
