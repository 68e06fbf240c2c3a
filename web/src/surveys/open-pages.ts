import { inPageOrder } from '@saathi/contract/questions/order'
import type { Stage, StagePage, StageQuestion } from '@saathi/contract/surveys/entities'
import type { SurveyAnswer } from '@saathi/contract/surveys/calls'

/** A page with its unanswered questions; `at` is its position among all pages of the stage. */
export type OpenPage = { at: number; page: StagePage; questions: StageQuestion[] }

/** Leaves out answered questions, and pages without unanswered ones. */
export function openPages(stage: Pick<Stage, 'pages'>, answers: readonly SurveyAnswer[]): OpenPage[] {
  const answered = new Set(answers.map(({ questionKey }) => questionKey))
  const pages = stage.pages.map((page, at): OpenPage => {
    return { at, page, questions: inPageOrder(page.questions).filter(({ key }) => !answered.has(key)) }
  })
  return pages.filter(({ questions }) => questions.length > 0)
}
