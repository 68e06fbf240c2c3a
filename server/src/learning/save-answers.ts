import type { SessionProgress } from '@saathi/contract/learning/detail'
import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { countMarked, markAnswers } from '@saathi/contract/questions/mark'
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
import { type Asked, requireBegun, requireStillOpen } from './access.ts'
import { findLatestAttempt, insertAttempt, insertAttemptFiles } from './attempt-store.ts'
import { lockProgress } from './progress-store.ts'
import { describeQuiz, findQuizPlace, type QuizPlace, wholeQuestions } from './quiz.ts'
import { standingOf, trackOf } from './standing.ts'
import { completeStepIfOpen } from './steps.ts'
import { tellProgress } from './tell-progress.ts'

const reject = rejectWith('learning.answers_rejected', 'Some answers could not be taken. Please look at them again.')

/** All answers are checked before a byte is kept, so that what is refused leaves no file behind. */
export async function prepareAnswers(
  asked: Asked,
  place: QuizPlace,
  given: SubmittedAnswers,
  keeper: FileKeeper,
): Promise<readonly StoredFile[]> {
  await requireBegun(asked, place)
  const { questions, latest } = await openQuiz(asked, place)
  const { files, problems } = checkSubmitted(questions, given, latest?.answers ?? {})
  requireNoProblems(problems, reject)
  return keepFiles(files, keeper, reject)
}

export function saveAnswers(
  ctx: Ctx,
  place: QuizPlace,
  given: SubmittedAnswers,
  kept: readonly StoredFile[],
  keeper: FileKeeper,
): Promise<{ state: QuizState; standing: SessionProgress }> {
  return dropIfRefused(kept, keeper, () => submit(ctx, place, given, kept))
}

async function submit(
  ctx: Ctx,
  place: QuizPlace,
  given: SubmittedAnswers,
  kept: readonly StoredFile[],
): Promise<{ state: QuizState; standing: SessionProgress }> {
  const begun = await requireBegun(ctx, place)
  await requireStillOpen(ctx, begun)
  const track = trackOf(ctx, begun)
  // From here on nobody else submits for this person: what is read stays true.
  await lockProgress(ctx.db, track, place.session)
  const { questions, latest, session, content, step, quiz } = await openQuiz(ctx, place)
  const { answers: written, problems } = checkSubmitted(questions, given, latest?.answers ?? {})
  requireNoProblems(problems, reject)

  const answers = toStored(questions, { ...written, ...(await insertStoredFiles(ctx, kept)) })
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
  // In a mentorship a step is completed by going on from it, and not by its quiz.
  const finish = track.mentorshipId === null ? await completeStepIfOpen(ctx, session, content, step) : null
  await tellProgress(ctx, session)
  return {
    state: await describeQuiz(ctx, place, quiz, { ...attempt, id }),
    standing: { ...(await standingOf(ctx, session, content)), ...(finish && { finish }) },
  }
}

/** The quiz with its questions, unless its only try is spent. */
async function openQuiz(asked: { db: Db; actor: Asked['actor'] }, place: QuizPlace) {
  const found = await findQuizPlace(asked, place)
  const latest = await findLatestAttempt(asked.db, { ...trackOf(asked, found.session), stepId: place.step, quizId: place.quiz })
  if (latest && !found.quiz.allowRetake) throw conflict('learning.retake_not_allowed', 'retake quiz not allowed')
  return { ...found, latest, questions: wholeQuestions(found.quiz) }
}
