import type { Quiz } from '@saathi/contract/content/items'
import { type AnswerOption, type Question, QuestionKey, ScaleSorting } from '@saathi/contract/questions/entities'
import * as z from 'zod/mini'
import { readIn, readMaybe, Texts } from '#core/translated-texts.ts'

const StoredOption = z.object({
  key: QuestionKey,
  label: Texts,
  helpText: z.nullable(Texts),
  isCorrect: z.boolean(),
})

export const StoredQuestion = z.object({
  key: QuestionKey,
  questionType: z.string(),
  mandatory: z.boolean(),
  disabled: z.boolean(),
  title: Texts,
  label: z.nullable(Texts),
  helpText: z.nullable(Texts),
  autocomplete: z.nullable(z.string()),
  answerOptions: z.array(StoredOption),
  scaleQuestionnaire: z.nullable(
    z.object({ sorting: ScaleSorting, options: z.array(z.object({ option: z.int(), label: Texts })) }),
  ),
})
export type StoredQuestion = z.infer<typeof StoredQuestion>

/** A quiz as stored in the database, in all languages. Lists are in display order. */
export const StoredQuiz = z.object({ helpText: z.nullable(Texts), questions: z.array(StoredQuestion) })
export type StoredQuiz = z.infer<typeof StoredQuiz>

/**
 * How much of the solution a reader may see: nothing before answering, then the explanations of the chosen options, and
 * everything once no retry is possible.
 */
export type Reveal = { chosen: ReadonlyMap<string, readonly string[]>; everything: boolean }
export const revealNothing: Reveal = { chosen: new Map(), everything: false }
export const revealAll: Reveal = { chosen: new Map(), everything: true }

export function showQuiz(id: number, { helpText, questions }: StoredQuiz, language: string, reveal: Reveal): Quiz {
  const { base, locale } = readMaybe(language, helpText)
  return {
    id,
    helpText: base,
    localeHelpText: locale,
    questions: questions.map((question, at) => showQuestion(question, at + 1, language, reveal)),
  }
}

export function showQuestion(question: StoredQuestion, order: number, language: string, reveal: Reveal): Question {
  const title = readIn(language, question.title)
  const label = readMaybe(language, question.label)
  const helpText = readMaybe(language, question.helpText)
  const hasRightOption = question.answerOptions.some(({ isCorrect }) => isCorrect)
  return {
    key: question.key,
    order,
    title: title.base,
    localeTitle: title.locale,
    label: label.base,
    localeLabel: label.locale,
    helpText: helpText.base,
    localeHelpText: helpText.locale,
    mandatory: question.mandatory,
    questionType: question.questionType,
    disabled: question.disabled,
    answerOptions: question.answerOptions.map((option, at): AnswerOption => {
      const words = readIn(language, option.label)
      const isRevealed = reveal.everything || (reveal.chosen.get(question.key)?.includes(option.key) ?? false)
      const why = readMaybe(language, isRevealed ? option.helpText : null)
      return {
        key: option.key,
        label: words.base,
        localeLabel: words.locale,
        displayOrder: at + 1,
        helpText: why.base,
        localeHelpText: why.locale,
        ...(reveal.everything && hasRightOption && { isCorrect: option.isCorrect }),
      }
    }),
    scaleQuestionnaire: question.scaleQuestionnaire && {
      sorting: question.scaleQuestionnaire.sorting,
      options: question.scaleQuestionnaire.options.map(({ option, label: words }) => {
        const { base, locale } = readIn(language, words)
        return { option, label: base, localeLabel: locale }
      }),
    },
    autocomplete: question.autocomplete,
  }
}

/** The titles of a stored quiz's questions in the base language. */
export function readQuizTitles(stored: unknown): Map<string, string> {
  return new Map(StoredQuiz.parse(stored).questions.map(({ key, title }) => [key, title.text]))
}

export const StoredSurvey = z.object({ name: Texts, shortDescription: Texts })
export type StoredSurvey = z.infer<typeof StoredSurvey>

/** A question with the uses of its answer: matching, readiness and tags. */
export const StoredSurveyQuestion = z.object({
  ...StoredQuestion.shape,
  /** The matching criterion that the answer is for. */
  criterion: z.nullable(z.string()),
  /** The side of work-readiness that it measures. */
  readiness: z.nullable(z.string()),
  /** `tag`: people who choose this option are offered sessions with that tag first. */
  answerOptions: z.array(z.object({ ...StoredOption.shape, tag: z.nullable(z.string()) })),
})
export type StoredSurveyQuestion = z.infer<typeof StoredSurveyQuestion>

/** A stage as stored in the database, in all languages. Lists are in display order. */
export const StoredStage = z.object({
  name: Texts,
  description: Texts,
  pages: z.array(z.object({ title: Texts, description: z.nullable(Texts), questions: z.array(StoredSurveyQuestion) })),
})
export type StoredStage = z.infer<typeof StoredStage>

/** Criteria, readiness and tags stay on the server. */
export function showPages({ pages }: StoredStage, language: string) {
  let order = 0
  return pages.map((page, at) => {
    const title = readIn(language, page.title)
    const description = readMaybe(language, page.description)
    return {
      title: title.base,
      localeTitle: title.locale,
      description: description.base,
      localeDescription: description.locale,
      questions: page.questions.map((question, place) => ({
        ...showQuestion(question, (order += 1), language, revealAll),
        displayOrder: place + 1,
        pageNumber: at + 1,
      })),
    }
  })
}
