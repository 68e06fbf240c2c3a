import type { Answers, Question } from '@saathi/contract/questions/entities'
import { countMarked, markAnswers, wholeQuestions } from './quiz/quiz.ts'
import {
  type StartedSession,
  type NewAccount,
  type MentorshipSessionProgress,
  findVersionContent,
  type VersionContent,
} from '#content/public.ts'
import type { ListenerCtx, Db } from '#core/ctx.ts'
import { likelyAnswer } from '#questions/public.ts'
import { insertAttempts, insertBookmarks, insertProgress, insertRatings, insertStepCompletions } from './demo-store.ts'
import { updateCompletedTogether } from './mentorship/session-store.ts'
import type { Track } from './progress-store.ts'
import type { NewAttempt } from './quiz/attempt-store.ts'
import { openIfEarned } from './session/steps.ts'

/** A statement has at most 65,535 parameters. */
const BATCH_SIZE = 500

type DemoSession = StartedSession & Track & AnswerQuality

/** Writes the history of demo accounts: the sessions they started or finished, and their bookmarks. */
export async function insertDemoProgress(ctx: ListenerCtx, accounts: readonly NewAccount[]): Promise<void> {
  const inHub = { mentorshipId: null, answersAllRight: true }
  const sessions = accounts.flatMap(({ personId, begun }) => begun.map((session) => ({ ...session, ...inHub, personId })))
  for (let at = 0; at < sessions.length; at += BATCH_SIZE) await insertDemoSessions(ctx, sessions.slice(at, at + BATCH_SIZE))
  const silentCtx = { db: ctx.db, raise: async () => {}, push: () => {} }
  for (const { personId } of accounts) await openIfEarned(silentCtx, personId)
  await insertBookmarks(
    ctx.db,
    accounts.flatMap(({ personId, bookmarks }) => bookmarks.map((bookmark) => ({ personId, ...bookmark }))),
  )
}

/** Writes the progress and ratings of a mentorship whose sessions already exist. */
export async function insertDemoMentorshipProgress(
  ctx: ListenerCtx,
  mentorshipId: number,
  sessions: readonly MentorshipSessionProgress[],
): Promise<void> {
  await insertDemoSessions(
    ctx,
    sessions.map((session) => ({ ...session, mentorshipId })),
  )
  await insertRatings(
    ctx.db,
    sessions.flatMap(({ personId, sessionId, rating, stepsDone, startedAt }) =>
      rating === null ? [] : [{ personId, mentorshipId, sessionId, rating, at: stepsDone.at(-1)?.completedAt ?? startedAt }],
    ),
  )
  await updateCompletedTogether(ctx.db, mentorshipId)
}

async function insertDemoSessions({ db }: ListenerCtx, sessions: readonly DemoSession[]): Promise<void> {
  await insertProgress(db, sessions.map(progressOf))
  await insertStepCompletions(
    db,
    sessions.flatMap(({ personId, mentorshipId, stepsDone }) => stepsDone.map((step) => ({ personId, mentorshipId, ...step }))),
  )
  await insertAttempts(db, await demoAttempts(db, sessions))
}

function progressOf({ personId, mentorshipId, sessionId, versionId, startedAt, stepsDone, isWhole }: DemoSession) {
  const last = stepsDone.at(-1)
  const lastSeenAt = last?.completedAt ?? startedAt
  const whole = mentorshipId === null ? 'COMPLETED' : 'PARTIAL_COMPLETE'
  return {
    personId,
    mentorshipId,
    sessionId,
    versionId,
    status: isWhole ? whole : 'ONGOING',
    startedAt,
    completedAt: isWhole ? lastSeenAt : null,
    lastStepId: last?.stepId ?? null,
    lastSeenAt,
  }
}

type AnswerQuality = { answersAllRight: boolean }
type AnsweredSession = Pick<StartedSession, 'versionId' | 'stepsDone'> & Track & AnswerQuality

/** Completed steps need quiz attempts: without them the mandatory quizzes would block the way forward. */
async function demoAttempts(db: Db, sessions: readonly AnsweredSession[]): Promise<NewAttempt[]> {
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
  { personId, mentorshipId, answersAllRight }: AnsweredSession,
  { stepId, completedAt }: AnsweredSession['stepsDone'][number],
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
