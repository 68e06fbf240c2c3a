import type { Programme } from './programme.ts'
import type { SurveyFile, SurveyQuestionFile } from './survey-format.ts'

type AskedCriterion = { survey: SurveyFile; question: SurveyQuestionFile }

/** Where the surveys ask for a criterion. */
export const whereAsked = ({ surveys }: Pick<Programme, 'surveys'>, criterion: string): AskedCriterion[] =>
  surveys.flatMap(({ value: survey }) =>
    survey.stages
      .flatMap(({ pages }) => pages.flatMap(({ questions }) => questions))
      .filter((question) => question.criterion === criterion)
      .map((question) => ({ survey, question })),
  )

/** What may be answered, in every language; asked twice, the words of the first survey count. */
export function optionsOf(programme: Pick<Programme, 'surveys'>, criterion: string): Record<string, Record<string, string>> {
  const options = whereAsked(programme, criterion).flatMap(({ question }) => question.answerOptions ?? [])
  return Object.fromEntries(options.toReversed().map(({ key, label }) => [key, label]))
}
