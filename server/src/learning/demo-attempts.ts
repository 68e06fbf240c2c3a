import { countMarked, markAnswers } from '@saathi/contract/questions/mark'
import { findVersionContent, type NewAccount, type VersionContent } from '#content/face.ts'
import type { Db } from '#core/ctx.ts'
import { likelyAnswer } from '#questions/face.ts'
import type { NewAttempt } from './attempt-store.ts'
import { wholeQuestions } from './quiz.ts'

/** Whoever has completed a step has taken its quizzes: otherwise the way forward would be closed to them again. */
export async function demoAttempts(db: Db, accounts: readonly NewAccount[]): Promise<NewAttempt[]> {
  const contents = new Map<number, VersionContent>()
  const attempts: NewAttempt[] = []
  for (const { personId, begun } of accounts) {
    for (const { versionId, stepsDone } of begun) {
      const content = contents.get(versionId) ?? (await findVersionContent(db, versionId, ''))
      contents.set(versionId, content)
      for (const { stepId, completedAt } of stepsDone) attempts.push(...attemptsOn(content, stepId, personId, completedAt))
    }
  }
  return attempts
}

function attemptsOn({ steps, quizzes }: VersionContent, stepId: number, personId: number, submittedAt: Date): NewAttempt[] {
  const keys = steps.find(({ id }) => id === stepId)?.content.flatMap(({ quizKey }) => quizKey ?? []) ?? []
  return quizzes
    .filter(({ key }) => keys.includes(key))
    .map((quiz) => {
      const questions = wholeQuestions(quiz)
      const answers = Object.fromEntries(questions.flatMap(likelyAnswer))
      return {
        personId,
        stepId,
        quizId: quiz.id,
        number: 1,
        answers,
        rightCount: markAnswers(questions, answers).filter(({ isCorrect }) => isCorrect).length,
        markedCount: countMarked(questions),
        submittedAt,
      }
    })
}
