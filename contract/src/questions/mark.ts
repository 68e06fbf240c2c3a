import { type Answer, type Answers, type Question, typeOf } from './entities.ts'

export type Mark = { questionKey: string; isCorrect: boolean }

const keysOf = (answer: Answer): readonly string[] => (Array.isArray(answer) ? answer : [String(answer)])

/** Only a question with a right option is marked, and only where it was answered. Of several, all and no other. */
export function markAnswers(questions: readonly Question[], answers: Answers): Mark[] {
  return questions.flatMap(({ key, answerOptions }) => {
    const right = answerOptions.flatMap((option) => (option.isCorrect === true ? [option.key] : []))
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
    if (right.length === 0 || answer === undefined) return []
    const given = keysOf(answer)
    return [{ questionKey: key, isCorrect: given.length === right.length && right.every((option) => given.includes(option)) }]
  })
}

/** How many questions have a right option, answered or not; one that nobody can answer counts for nobody. */
export const countMarked = (questions: readonly Question[]): number =>
  questions.filter(
    (question) =>
      !question.disabled && typeOf(question) !== undefined && question.answerOptions.some(({ isCorrect }) => isCorrect === true),
  ).length
