import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import type { Question } from '@saathi/contract/questions/entities'
import { markAnswers } from '@saathi/contract/questions/mark'
import { findVersionContent, type QuizRow, type Reveal, revealAll, revealNothing, showQuiz } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { showAnswer } from '#questions/public.ts'
import { type Asked, type Named, requireQuiz, requireSession, requireStep } from './access.ts'
import { type Attempt, findLatestAttempt } from './attempt-store.ts'
import { trackOf } from './standing.ts'

export type QuizPlace = Named & { step: number; quiz: number }

/** A quiz where it stands: on a step of the version that its reader is on. */
export async function findQuizPlace(asked: Asked, { step: stepId, quiz: quizId, ...named }: QuizPlace) {
  const session = await requireSession(asked, named)
  const content = await findVersionContent(asked.db, session.versionId, asked.actor.language)
  const step = await requireStep(asked, { session, content }, stepId)
  return { session, content, step, quiz: await requireQuiz(asked, { session, content }, step, quizId) }
}

/** Every question with what is right, for the server's own use. */
export const wholeQuestions = ({ id, content }: QuizRow): Question[] => showQuiz(id, content, '', revealAll).questions

export async function getQuiz(ctx: Ctx, place: QuizPlace): Promise<QuizState> {
  const { session, quiz } = await findQuizPlace(ctx, place)
  const attempt = await findLatestAttempt(ctx.db, { ...trackOf(ctx, session), stepId: place.step, quizId: place.quiz })
  return describeQuiz(ctx, place, quiz, attempt)
}

export async function describeQuiz(
  ctx: Ctx,
  { session, step }: QuizPlace,
  quiz: QuizRow & { allowRetake: boolean },
  attempt: Attempt | null,
): Promise<QuizState> {
  const canAnswer = attempt === null || quiz.allowRetake
  const questions = wholeQuestions(quiz)
  return {
    session,
    step,
    quiz: showQuiz(quiz.id, quiz.content, ctx.actor.language, attempt ? revealFor(attempt, canAnswer) : revealNothing),
    allowRetake: quiz.allowRetake,
    canAnswer,
    attempts: attempt?.number ?? 0,
    submittedAt: attempt?.submittedAt.toISOString() ?? null,
    answers: attempt ? await showAnswers(ctx, questions, attempt) : [],
    results: attempt ? markAnswers(questions, attempt.answers) : [],
  }
}

/** The words about one's own choices are for learning; which option is right would spoil a try that is still open. */
function revealFor({ answers }: Attempt, canAnswer: boolean): Reveal {
  const chosen = new Map(Object.entries(answers).map(([key, answer]) => [key, Array.isArray(answer) ? answer : [String(answer)]]))
  return { chosen, everything: !canAnswer }
}

async function showAnswers(ctx: Ctx, questions: readonly Question[], { answers }: Attempt): Promise<QuizState['answers']> {
  const shown: QuizState['answers'] = []
  for (const question of questions) {
    const answer = Object.hasOwn(answers, question.key) ? answers[question.key] : undefined
    const value = answer === undefined ? undefined : await showAnswer(ctx, question, answer)
    if (value !== undefined) shown.push({ questionKey: question.key, answer: value })
  }
  return shown
}
