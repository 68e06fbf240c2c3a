import { QuestionKey, QuestionType, ScaleSorting } from '@saathi/contract/questions/entities'
import * as z from 'zod/mini'
import { Line, Texts } from './parts.ts'

export const OptionFile = z.strictObject({
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
