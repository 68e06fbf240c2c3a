import type { SessionProgress } from '@saathi/contract/learning/detail'
import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { countMarked, markAnswers, describeQuiz, loadQuiz, type QuizRef, wholeQuestions } from './quiz.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict, coreRefusal } from '#core/errors.ts'
import {
  checkSubmitted,
  dropIfRefused,
  type FileKeeper,
  filesOf,
  type SubmittedAnswers,
  insertStoredFiles,
  keepFiles,
  type StoredFile,
  rejectWith,
  requireNoProblems,
  toStored,
} from '#questions/public.ts'
import { type ViewerCtx, requireStarted, requireStillOpen } from '../access.ts'
import { findLatestAttempt, insertAttempt, insertAttemptFiles } from './attempt-store.ts'
import { lockProgress } from '../progress-store.ts'
import { findProgress, trackOf, publishProgress } from '../session/progress.ts'
import { completeStepIfOpen } from '../session/steps.ts'

const reject = rejectWith('learning.answers_rejected')

/** Checks all answers before storing any file, so that a refused submission leaves no file behind. */
export async function prepareAnswers(
  ctx: ViewerCtx,
  ref: QuizRef,
  submitted: SubmittedAnswers,
  keeper: FileKeeper,
): Promise<readonly StoredFile[]> {
  await requireStarted(ctx, ref)
  const { questions, latest } = await openQuiz(ctx, ref)
  const { files, problems } = checkSubmitted(questions, submitted, latest?.answers ?? {})
  requireNoProblems(problems, reject)
  return keepFiles(ctx.actor, files, keeper, reject)
}

export function saveAnswers(
  ctx: Ctx,
  ref: QuizRef,
  submitted: SubmittedAnswers,
  stored: readonly StoredFile[],
  keeper: FileKeeper,
): Promise<{ state: QuizState; standing: SessionProgress }> {
  return dropIfRefused(stored, keeper, () => submit(ctx, ref, submitted, stored))
}

async function submit(
  ctx: Ctx,
  ref: QuizRef,
  submitted: SubmittedAnswers,
  stored: readonly StoredFile[],
): Promise<{ state: QuizState; standing: SessionProgress }> {
  const started = await requireStarted(ctx, ref)
  await requireStillOpen(ctx, started)
  const track = trackOf(ctx, started)
  // Serialises submissions of this person, so that the reads below stay valid.
  await lockProgress(ctx.db, track, ref.session)
  const { questions, latest, session, content, step, quiz } = await openQuiz(ctx, ref)
  const { answers: written, problems } = checkSubmitted(questions, submitted, latest?.answers ?? {})
  requireNoProblems(problems, reject)

  const answers = toStored(questions, { ...written, ...(await insertStoredFiles(ctx, stored)) })
  const attempt = {
    ...track,
    stepId: step.id,
    quizId: quiz.id,
    number: (latest?.number ?? 0) + 1,
    answers,
    rightCount: markAnswers(questions, answers).filter(({ isCorrect }) => isCorrect).length,
    markedCount: countMarked(questions),
    submittedAt: ctx.now(),
  }
  const id = await insertAttempt(ctx.db, attempt)
  if (id === null) throw coreRefusal('core.conflict')
  await insertAttemptFiles(ctx.db, id, filesOf(questions, answers))
  // In a mentorship, the step is completed by moving on, not by its quiz.
  const finish = track.mentorshipId === null ? await completeStepIfOpen(ctx, session, content, step) : null
  await publishProgress(ctx, session)
  return {
    state: await describeQuiz(ctx, ref, quiz, { ...attempt, id }),
    standing: { ...(await findProgress(ctx, session, content)), ...(finish && { finish }) },
  }
}

/** The quiz with its questions. Throws when a quiz without retake has been answered. */
async function openQuiz(ctx: { db: Db; actor: ViewerCtx['actor'] }, ref: QuizRef) {
  const found = await loadQuiz(ctx, ref)
  const latest = await findLatestAttempt(ctx.db, { ...trackOf(ctx, found.session), stepId: ref.step, quizId: ref.quiz })
  if (latest && !found.quiz.allowRetake) throw conflict('learning.retake_not_allowed')
  return { ...found, latest, questions: wholeQuestions(found.quiz) }
}
