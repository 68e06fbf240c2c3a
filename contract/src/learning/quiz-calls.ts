import * as z from 'zod/mini'
import { Quiz } from '../content/items.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Time } from '../core/fields.ts'
import { StoredFile } from '../core/stored-file.ts'
import { AnswerJson, answerParts } from '../questions/answer-form.ts'
import { Answer, QuestionKey } from '../questions/entities.ts'
import { SessionProgress } from './detail.ts'

/** A stored answer: a file comes with links, a password only as "given". */
export const QuizAnswer = z.object({ questionKey: QuestionKey, answer: z.union([StoredFile, Answer]) })
export type QuizAnswer = z.infer<typeof QuizAnswer>

/** A quiz as its reader sees it. The right options are included only once no further attempt is possible. */
export const QuizState = z.object({
  session: Id,
  step: Id,
  quiz: Quiz,
  allowRetake: z.boolean(),
  /** False once a quiz without retake has been answered. */
  canAnswer: z.boolean(),
  attempts: z.int(),
  submittedAt: z.nullable(Time),
  answers: z.array(QuizAnswer),
  /** Right or wrong, for each answered question that has a right answer. */
  results: z.array(z.object({ questionKey: QuestionKey, isCorrect: z.boolean() })),
})
export type QuizState = z.infer<typeof QuizState>

export const getQuiz = defineCall({
  method: 'GET',
  path: '/api/v2/learninghub/quiz/:session/:step/:quiz/',
  summary: 'Get a quiz with your answers and their marks',
  action: 'learning.read',
  params: z.object({ session: IdParam, step: IdParam, quiz: IdParam }),
  // The specification makes clients send the role; the server ignores it and uses the account's role.
  query: z.object({
    mentorship: z.optional(IdParam),
    role: z.optional(z.string().check(z.regex(/^\w{1,40}$/))),
  }),
  reply: QuizState,
  errors: [
    'learning.session_not_found',
    'learning.step_not_found',
    'learning.step_elsewhere',
    'learning.quiz_not_found',
    'learning.quiz_elsewhere',
    'learning.walk_closed',
    'learning.curriculum_locked',
  ],
})

export const saveAnswers = defineCall({
  method: 'POST',
  path: '/api/v3/learninghub/quiz/save-answer/',
  summary: 'Submit a quiz: one part with all answers, and one for each answer or file',
  action: 'learning.write',
  form: {
    fields: z.object({
      data: z.object({
        session: Id,
        step: Id,
        quiz: Id,
        answerJson: AnswerJson,
        /** Empty in the learning hub. */
        mentorship: z.optional(z.nullable(z.union([Id, z.literal('')]))),
      }),
    }),
    files: {},
    keyed: answerParts,
  },
  reply: z.object({ state: QuizState, standing: SessionProgress }),
  errors: [
    'learning.session_not_found',
    'learning.step_not_found',
    'learning.step_elsewhere',
    'learning.quiz_not_found',
    'learning.quiz_elsewhere',
    'learning.not_begun',
    'learning.retake_not_allowed',
    'learning.answers_rejected',
    'learning.walk_closed',
    'learning.curriculum_locked',
  ],
  idempotencyKey: true,
})
