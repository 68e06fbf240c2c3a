import * as z from 'zod/mini'
import { revealAll, showQuestion, StoredOption, StoredQuestion } from './quiz-content.ts'
import { readIn, readMaybe, Texts } from './texts.ts'

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
