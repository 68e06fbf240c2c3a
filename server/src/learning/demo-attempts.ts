import { countMarked, markAnswers } from '@saathi/contract/questions/mark'
import type { Answers, Question } from '@saathi/contract/questions/entities'
import { type BegunSession, findVersionContent, type VersionContent } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { likelyAnswer } from '#questions/public.ts'
import type { NewAttempt } from './attempt-store.ts'
import { wholeQuestions } from './quiz.ts'
import type { Track } from './track.ts'

export type Answered = { answersAllRight: boolean }
type Begun = Pick<BegunSession, 'versionId' | 'stepsDone'> & Track & Answered

/** Whoever has completed a step has taken its quizzes: otherwise the way forward would be closed to them again. */
export async function demoAttempts(db: Db, past: readonly Begun[]): Promise<NewAttempt[]> {
  const contents = new Map<number, VersionContent>()
  const attempts: NewAttempt[] = []
  for (const begun of past) {
    const content = contents.get(begun.versionId) ?? (await findVersionContent(db, begun.versionId, ''))
    contents.set(begun.versionId, content)
    for (const step of begun.stepsDone) attempts.push(...attemptsOn(content, begun, step))
  }
  return attempts
}

function attemptsOn(
  { steps, quizzes }: VersionContent,
  { personId, mentorshipId, answersAllRight }: Begun,
  { stepId, completedAt }: Begun['stepsDone'][number],
): NewAttempt[] {
  const keys = steps.find(({ id }) => id === stepId)?.content.flatMap(({ quizKey }) => quizKey ?? []) ?? []
  return quizzes
    .filter(({ key }) => keys.includes(key))
    .map((quiz) => {
      const questions = wholeQuestions(quiz)
      const likely: Answers = Object.fromEntries(questions.flatMap(likelyAnswer))
      const answers = answersAllRight ? likely : { ...likely, ...oneWrong(questions) }
      return {
        personId,
        mentorshipId,
        stepId,
        quizId: quiz.id,
        number: 1,
        answers,
        rightCount: markAnswers(questions, answers).filter(({ isCorrect }) => isCorrect).length,
        markedCount: countMarked(questions),
        submittedAt: completedAt,
      }
    })
}

/** Of the first question that has a right answer, another one. */
function oneWrong(questions: readonly Question[]): Answers {
  for (const { key, questionType, answerOptions } of questions) {
    const wrong = answerOptions.find(({ isCorrect }) => !isCorrect)
    const isMarked = answerOptions.some(({ isCorrect }) => isCorrect)
    if (isMarked && wrong) return { [key]: questionType === 'MultiChoiceDropDown' ? [wrong.key] : wrong.key }
  }
  return {}
}
