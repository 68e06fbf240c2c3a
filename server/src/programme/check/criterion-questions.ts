import type { Programme } from '../programme.ts'
import type { SurveyFile, SurveyQuestionFile } from '../format/survey.ts'

type CriterionQuestion = { survey: SurveyFile; question: SurveyQuestionFile }

/** The survey questions that ask for a criterion. */
export const findCriterionQuestions = ({ surveys }: Pick<Programme, 'surveys'>, criterion: string): CriterionQuestion[] =>
  surveys.flatMap(({ value: survey }) =>
    survey.stages
      .flatMap(({ pages }) => pages.flatMap(({ questions }) => questions))
      .filter((question) => question.criterion === criterion)
      .map((question) => ({ survey, question })),
  )

/** The options in all languages. If two surveys ask for the criterion, the texts of the first count. */
export function optionsOf(programme: Pick<Programme, 'surveys'>, criterion: string): Record<string, Record<string, string>> {
  const options = findCriterionQuestions(programme, criterion).flatMap(({ question }) => question.answerOptions ?? [])
  return Object.fromEntries(options.toReversed().map(({ key, label }) => [key, label]))
}
