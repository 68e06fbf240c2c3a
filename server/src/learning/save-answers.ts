import type { Standing } from '@saathi/contract/learning/detail'
import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { countMarked, markAnswers } from '@saathi/contract/questions/mark'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict, coreRefusal } from '#core/errors.ts'
import {
  checkGiven,
  dropIfRefused,
  type FileKeeper,
  filesOf,
  type GivenAnswers,
  insertKeptFiles,
  keepFiles,
  type KeptFile,
  rejectWith,
  requireNoProblems,
  toStored,
} from '#questions/face.ts'
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
  given: GivenAnswers,
  keeper: FileKeeper,
): Promise<readonly KeptFile[]> {
  await requireBegun(asked, place)
  const { questions, latest } = await openQuiz(asked, place)
  const { files, problems } = checkGiven(questions, given, latest?.answers ?? {})
  requireNoProblems(problems, reject)
  return keepFiles(files, keeper, reject)
}

export function saveAnswers(
  ctx: Ctx,
  place: QuizPlace,
  given: GivenAnswers,
  kept: readonly KeptFile[],
  keeper: FileKeeper,
): Promise<{ state: QuizState; standing: Standing }> {
  return dropIfRefused(kept, keeper, () => submit(ctx, place, given, kept))
}

async function submit(
  ctx: Ctx,
  place: QuizPlace,
  given: GivenAnswers,
  kept: readonly KeptFile[],
): Promise<{ state: QuizState; standing: Standing }> {
  const begun = await requireBegun(ctx, place)
  await requireStillOpen(ctx, begun)
  const track = trackOf(ctx, begun)
  // From here on nobody else submits for this person: what is read stays true.
  await lockProgress(ctx.db, track, place.session)
  const { questions, latest, session, content, step, quiz } = await openQuiz(ctx, place)
  const { answers: written, problems } = checkGiven(questions, given, latest?.answers ?? {})
  requireNoProblems(problems, reject)

  const answers = toStored(questions, { ...written, ...(await insertKeptFiles(ctx, kept)) })
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
