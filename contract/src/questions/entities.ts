import * as z from 'zod/mini'

export const QuestionType = z.enum([
  'Text',
  'TextBox',
  'Number',
  'Date',
  'PhoneNumber',
  'Password',
  'SingleChoiceRadio',
  'SingleChoiceDropDown',
  'SingleChoiceButton',
  'MultiChoiceDropDown',
  'AgreeabilityThreeOptions',
  'AgreeabilityFiveOptions',
  'AgreeabilitySevenScale',
  'AgreeabilityTenScale',
  'Scale',
  'ImageResponse',
  'SingleImageUpload',
  'Document',
])
export type QuestionType = z.infer<typeof QuestionType>

/** The types whose questions have `answerOptions`. */
export const typesWithOptions: readonly QuestionType[] = [
  'SingleChoiceRadio',
  'SingleChoiceDropDown',
  'SingleChoiceButton',
  'MultiChoiceDropDown',
]

/**
 * Unique within a quiz or stage, and the name of the form part with its answer. `data` is not allowed, because another form part
 * has that name, nor is a property name that every object has.
 */
export const QuestionKey = z
  .string()
  .check(
    z.maxLength(60),
    z.regex(
      /^(?!(?:data|constructor|prototype)$)[a-z0-9]+(-[a-z0-9]+)*$/,
      'must be small letters and digits with single hyphens',
    ),
  )

export const AnswerOption = z.object({
  key: QuestionKey,
  label: z.string(),
  localeLabel: z.string(),
  displayOrder: z.int(),
  /** Why this option is right or wrong; sent only with the marks. */
  helpText: z.nullable(z.string()),
  localeHelpText: z.nullable(z.string()),
  /** Sent only when no further attempt is possible. */
  isCorrect: z.optional(z.boolean()),
})
export type AnswerOption = z.infer<typeof AnswerOption>

export const ScaleSorting = z.enum(['ascending', 'descending'])
export const ScaleOption = z.object({ option: z.int(), label: z.string(), localeLabel: z.string() })
export type ScaleOption = z.infer<typeof ScaleOption>

export const Question = z.object({
  key: QuestionKey,
  order: z.int(),
  title: z.string(),
  localeTitle: z.string(),
  label: z.nullable(z.string()),
  localeLabel: z.nullable(z.string()),
  helpText: z.nullable(z.string()),
  localeHelpText: z.nullable(z.string()),
  mandatory: z.boolean(),
  /** A string, not a `QuestionType`: a type from a later version must not break this one. */
  questionType: z.string(),
  disabled: z.boolean(),
  answerOptions: z.array(AnswerOption).check(z.maxLength(200)),
  scaleQuestionnaire: z.nullable(z.object({ sorting: ScaleSorting, options: z.array(ScaleOption).check(z.maxLength(20)) })),
  /** For a text field the HTML autocomplete value; for a drop-down it makes the list searchable. */
  autocomplete: z.nullable(z.string()),
})
export type Question = z.infer<typeof Question>

/** An answer in its stored form: text, number, the key of an option, or several keys. */
export const Answer = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).check(z.maxLength(200))])
export type Answer = z.infer<typeof Answer>
export type Answers = Readonly<Record<string, Answer>>

const typeNames: readonly string[] = QuestionType.options
const isKnownType = (type: string): type is QuestionType => typeNames.includes(type)
/** Undefined for a type this version does not know. */
export const typeOf = ({ questionType }: Pick<Question, 'questionType'>): QuestionType | undefined =>
  isKnownType(questionType) ? questionType : undefined
