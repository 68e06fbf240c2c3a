import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { type Question, type Answer, type Answers, typeOf } from '@saathi/contract/questions/entities'
import { findVersionContent, type QuizRow, type Reveal, revealAll, revealNothing, showQuiz } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { showAnswer } from '#questions/public.ts'
import { type ViewerCtx, type SessionRef, requireQuiz, requireSession, requireStep } from '../access.ts'
import { trackOf } from '../session/progress.ts'
import { type Attempt, findLatestAttempt } from './attempt-store.ts'

export type QuizRef = SessionRef & { step: number; quiz: number }

/** Loads a quiz on a step of the version its reader is on. */
export async function loadQuiz(ctx: ViewerCtx, { step: stepId, quiz: quizId, ...ref }: QuizRef) {
  const session = await requireSession(ctx, ref)
  const content = await findVersionContent(ctx.db, session.versionId, ctx.actor.language)
  const step = await requireStep(ctx, { session, content }, stepId)
  return { session, content, step, quiz: await requireQuiz(ctx, { session, content }, step, quizId) }
}

/** All questions including the right answers. Server-side use only. */
export const wholeQuestions = ({ id, content }: QuizRow): Question[] => showQuiz(id, content, '', revealAll).questions

export async function getQuiz(ctx: Ctx, ref: QuizRef): Promise<QuizState> {
  const { session, quiz } = await loadQuiz(ctx, ref)
  const attempt = await findLatestAttempt(ctx.db, { ...trackOf(ctx, session), stepId: ref.step, quizId: ref.quiz })
  return describeQuiz(ctx, ref, quiz, attempt)
}

export async function describeQuiz(
  ctx: Ctx,
  { session, step }: QuizRef,
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

/** Feedback on the reader's own choices is always shown; the right options only once no further attempt is possible. */
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

type Mark = { questionKey: string; isCorrect: boolean }

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
