import { QuestionKey, QuestionType, ScaleSorting } from '@saathi/contract/questions/entities'
import * as z from 'zod/mini'
import { Key, MediaName, Texts, WholeNumber, Line } from './parts.ts'

const OptionFile = z.strictObject({
  key: QuestionKey,
  label: Texts(200),
  helpText: z.optional(Texts(400)),
  isCorrect: z._default(z.boolean(), false),
})

export const QuestionFile = z.strictObject({
  key: QuestionKey,
  questionType: QuestionType,
  mandatory: z.boolean(),
  disabled: z._default(z.boolean(), false),
  title: Texts(300),
  label: z.optional(Texts(100)),
  helpText: z.optional(Texts(400)),
  autocomplete: z.optional(Line(40)),
  answerOptions: z.optional(z.array(OptionFile).check(z.minLength(2), z.maxLength(50))),
  scaleQuestionnaire: z.optional(
    z.strictObject({
      sorting: z._default(ScaleSorting, 'ascending'),
      options: z.array(z.strictObject({ option: z.int(), label: Texts(60) })).check(z.minLength(2), z.maxLength(10)),
    }),
  ),
})
export type QuestionFile = z.infer<typeof QuestionFile>

/** quizzes/<name>.json, documented in demo/README.md. */
export const QuizFile = z.strictObject({
  helpText: z.optional(Texts(400)),
  questions: z.array(QuestionFile).check(z.minLength(1), z.maxLength(20)),
})
export type QuizFile = z.infer<typeof QuizFile>

/** A question with the uses of its answer: matching, readiness and tags. */
const SurveyQuestionFile = z.strictObject({
  ...QuestionFile.shape,
  /** The matching criterion that the answer is for, such as goals or free-hours. */
  criterion: z.optional(Key),
  /** The side of work-readiness that a scale measures; higher is better. */
  readiness: z.optional(Key),
  answerOptions: z.optional(
    z
      // People who choose an option with a tag are offered sessions with this tag first.
      .array(z.strictObject({ ...OptionFile.shape, tag: z.optional(Key) }))
      .check(z.minLength(2), z.maxLength(50)),
  ),
})
export type SurveyQuestionFile = z.infer<typeof SurveyQuestionFile>

/** surveys/NN-key.json, documented in demo/README.md. */
export const SurveyFile = z.strictObject({
  key: Key,
  name: Texts(60),
  shortDescription: Texts(240),
  minutes: WholeNumber(1, 120),
  icon: z.optional(MediaName),
  background: z.optional(MediaName),
  audience: z._default(z.enum(['everyone', 'mentees', 'mentors']), 'everyone'),
  projects: z.optional(z.array(Key).check(z.minLength(1))),
  /** It opens this many days after that survey was completed. */
  after: z.optional(z.strictObject({ survey: Key, days: WholeNumber(0, 3650) })),
  /** Counted from the first load. */
  closesInDays: z.optional(WholeNumber(1, 3650)),
  stages: z
    .array(
      z.strictObject({
        key: QuestionKey,
        name: Texts(60),
        description: Texts(300),
        pages: z
          .array(
            z.strictObject({
              title: Texts(80),
              description: z.optional(Texts(300)),
              questions: z.array(SurveyQuestionFile).check(z.minLength(1), z.maxLength(12)),
            }),
          )
          .check(z.minLength(1), z.maxLength(12)),
      }),
    )
    .check(z.minLength(1), z.maxLength(12)),
})
export type SurveyFile = z.infer<typeof SurveyFile>
