import { readQuizTitles } from '#content/public.ts'
import type { ListenerCtx } from '#core/events.ts'
import { StoredAnswers } from '#questions/public.ts'
import {
  deleteProgressOf,
  findBegunSessions,
  findBookmarks,
  findQuizAttempts,
  findRatings,
  findStepsDone,
  findWalks,
  findWantedTags,
} from './privacy-store.ts'

/** By title: ids of ours would say nothing to whoever takes their data elsewhere. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    sessions: await findBegunSessions(db, personId),
    stepsDone: await findStepsDone(db, personId),
    bookmarks: await findBookmarks(db, personId),
    quizzes: (await findQuizAttempts(db, personId)).map(withQuestions),
    feedback: await findRatings(db, personId),
    mentorshipSessions: await findWalks(db, personId),
    wantedTags: await findWantedTags(db, personId),
  }
}

export function eraseFor({ db }: ListenerCtx, personId: number): Promise<void> {
  return deleteProgressOf(db, personId)
}

/** Beside each answer the question it was given to. */
function withQuestions({ quiz, answers, ...attempt }: Awaited<ReturnType<typeof findQuizAttempts>>[number]) {
  const titles = readQuizTitles(quiz)
  const given = Object.entries(StoredAnswers.parse(answers))
  return { ...attempt, answers: given.map(([key, answer]) => ({ question: titles.get(key) ?? key, answer })) }
}
