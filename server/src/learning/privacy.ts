import { readQuizTitles } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { StoredAnswers } from '#questions/public.ts'
import {
  deleteProgressOf,
  findStartedSessions,
  findBookmarks,
  findQuizAttempts,
  findRatings,
  findStepsDone,
  findMentorshipSessions,
  findPreferredTags,
} from './privacy-store.ts'

/** Exports titles rather than ids: our ids mean nothing outside Saathi. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    sessions: await findStartedSessions(db, personId),
    stepsDone: await findStepsDone(db, personId),
    bookmarks: await findBookmarks(db, personId),
    quizzes: (await findQuizAttempts(db, personId)).map(withQuestions),
    feedback: await findRatings(db, personId),
    mentorshipSessions: await findMentorshipSessions(db, personId),
    wantedTags: await findPreferredTags(db, personId),
  }
}

export function eraseFor({ db }: ListenerCtx, personId: number): Promise<void> {
  return deleteProgressOf(db, personId)
}

/** Adds to each answer the title of its question. */
function withQuestions({ quiz, answers, ...attempt }: Awaited<ReturnType<typeof findQuizAttempts>>[number]) {
  const titles = readQuizTitles(quiz)
  const entries = Object.entries(StoredAnswers.parse(answers))
  return { ...attempt, answers: entries.map(([key, answer]) => ({ question: titles.get(key) ?? key, answer })) }
}
