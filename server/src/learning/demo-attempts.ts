import { countMarked, markAnswers } from '@saathi/contract/questions/mark'
import type { Answers, Question } from '@saathi/contract/questions/entities'
import { type StartedSession, findVersionContent, type VersionContent } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { likelyAnswer } from '#questions/public.ts'
import type { NewAttempt } from './quiz/attempt-store.ts'
import { wholeQuestions } from './quiz/quiz.ts'
import type { Track } from './track.ts'

export type AnswerQuality = { answersAllRight: boolean }
type DemoSession = Pick<StartedSession, 'versionId' | 'stepsDone'> & Track & AnswerQuality

/** Completed steps need quiz attempts: without them the mandatory quizzes would block the way forward. */
export async function demoAttempts(db: Db, sessions: readonly DemoSession[]): Promise<NewAttempt[]> {
  const contents = new Map<number, VersionContent>()
  const attempts: NewAttempt[] = []
  for (const session of sessions) {
    const content = contents.get(session.versionId) ?? (await findVersionContent(db, session.versionId, ''))
    contents.set(session.versionId, content)
    for (const step of session.stepsDone) attempts.push(...attemptsOn(content, session, step))
  }
  return attempts
}

function attemptsOn(
  { steps, quizzes }: VersionContent,
  { personId, mentorshipId, answersAllRight }: DemoSession,
  { stepId, completedAt }: DemoSession['stepsDone'][number],
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

/** A wrong answer to the first question that has a right one. */
function oneWrong(questions: readonly Question[]): Answers {
  for (const { key, questionType, answerOptions } of questions) {
    const wrong = answerOptions.find(({ isCorrect }) => !isCorrect)
    const isMarked = answerOptions.some(({ isCorrect }) => isCorrect)
    if (isMarked && wrong) return { [key]: questionType === 'MultiChoiceDropDown' ? [wrong.key] : wrong.key }
  }
  return {}
}
