import { type Answer, type Answers, type Question, typeOf } from './entities.ts'

export type Mark = { questionKey: string; isCorrect: boolean }

const keysOf = (answer: Answer): readonly string[] => (Array.isArray(answer) ? answer : [String(answer)])

/** Only answered questions with a right option are marked. Of several right options, exactly all must be chosen. */
export function markAnswers(questions: readonly Question[], answers: Answers): Mark[] {
  return questions.flatMap(({ key, answerOptions }) => {
    const right = answerOptions.flatMap((option) => (option.isCorrect === true ? [option.key] : []))
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
    if (right.length === 0 || answer === undefined) return []
    const chosen = keysOf(answer)
    return [{ questionKey: key, isCorrect: chosen.length === right.length && right.every((option) => chosen.includes(option)) }]
  })
}

/** Number of questions with a right option, answered or not; questions nobody can answer do not count. */
export const countMarked = (questions: readonly Question[]): number =>
  questions.filter(
    (question) =>
      !question.disabled && typeOf(question) !== undefined && question.answerOptions.some(({ isCorrect }) => isCorrect === true),
  ).length
