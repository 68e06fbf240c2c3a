import type { Answer } from '@saathi/contract/questions/entities'
import type { SurveyFile, SurveyQuestionFile } from '../format/questionnaire.ts'
import type { Random } from './random.ts'

/** Answers that decide about matching, by criterion. */
type KnownAnswers = Readonly<Record<string, readonly string[]>>

type Options = {
  known: KnownAnswers
  /** Added to answers on scales: people who have come far tend to answer higher. */
  lift: number
  stagesDone: number
}

/** Answers to the questions of the first stages, as a person of this region could give them. */
export function makeAnswers(random: Random, survey: SurveyFile, { known, lift, stagesDone }: Options): Record<string, Answer> {
  const questions = survey.stages.slice(0, stagesDone).flatMap(({ pages }) => pages.flatMap((page) => page.questions))
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = question.disabled ? undefined : answerTo(random, question, known, lift)
      return answer === undefined ? [] : [[question.key, answer]]
    }),
  )
}

function answerTo(random: Random, question: SurveyQuestionFile, known: KnownAnswers, lift: number): Answer | undefined {
  const keys = (question.answerOptions ?? []).map(({ key }) => key)
  const matchingKeys = keys.filter((key) => known[question.criterion ?? '']?.includes(key))
  const scale = (most: number) => Math.min(most, Math.max(1, random.between(2, most - 1) + lift))
  switch (question.questionType) {
    case 'SingleChoiceDropDown':
    case 'SingleChoiceRadio':
    case 'SingleChoiceButton':
      return random.pick(matchingKeys.length > 0 ? matchingKeys : keys)
    case 'MultiChoiceDropDown':
      return matchingKeys.length > 0 ? matchingKeys : random.pickSome(keys, random.between(1, 3))
    case 'AgreeabilityFiveOptions':
      return scale(5)
    case 'AgreeabilityTenScale':
      return scale(10)
    case 'Scale':
      return scale(question.scaleQuestionnaire?.options.length ?? 5)
    case 'Number':
      return random.between(1, 6)
    default:
      return undefined
  }
}
