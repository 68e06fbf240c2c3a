import type { Standing } from '@saathi/contract/learning/detail'
import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { checkAnswers } from '@saathi/contract/questions/check-answers'
import { type Answer, type Question, typeOf } from '@saathi/contract/questions/entities'
import { countMarked, markAnswers } from '@saathi/contract/questions/mark'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict, coreRefusal, Refusal } from '#core/errors.ts'
import { insertUpload, type KeptUpload } from '#core/files/upload.ts'
import { type Asked, requireBegun } from './access.ts'
import { type AnswerFile, explainRefusedFile, sortFiles } from './answer-files.ts'
import { type Attempt, findLatestAttempt, insertAttempt, insertAttemptFiles, type StoredAnswers } from './attempt-store.ts'
import { lockProgress } from './progress-store.ts'
import { describeQuiz, findQuizPlace, type QuizPlace, wholeQuestions } from './quiz.ts'
import type { GivenAnswers } from './read-answers.ts'
import { standingOf } from './standing.ts'
import { completeStepIfOpen } from './steps.ts'

/** What was found in order before the transaction: the bytes of new files are safe, their rows are not written yet. */
export type PreparedAnswers = { files: readonly { questionKey: string; kept: KeptUpload }[] }
export type FileKeeper = {
  keep: (purpose: string, file: AnswerFile['file']) => Promise<KeptUpload>
  drop: (kept: KeptUpload) => Promise<void>
}

/** All answers are checked before a byte is kept, so that what is refused leaves no file behind. */
export async function prepareAnswers(
  asked: Asked,
  place: QuizPlace,
  given: GivenAnswers,
  keeper: FileKeeper,
): Promise<PreparedAnswers> {
  await requireBegun(asked, place.session)
  const { questions, latest } = await openQuiz(asked, place)
  const { files, problems } = sortFiles(questions, given.files)
  requireNoProblems({ ...checkAll(questions, given, latest).problems, ...problems })
  const kept: { questionKey: string; kept: KeptUpload }[] = []
  try {
    for (const answer of files) {
      kept.push({ questionKey: answer.questionKey, kept: await keeper.keep(answer.purpose, answer.file) })
    }
  } catch (error) {
    await dropAll(kept, keeper)
    const refused = files[kept.length]
    const problem = refused && explainRefusedFile(error, refused)
    throw problem ? rejected({ [refused.questionKey]: problem }) : error
  }
  return { files: kept }
}

/** What only the transaction could find, as that another submission came first, leaves no file behind either. */
export async function saveAnswers(
  ctx: Ctx,
  place: QuizPlace,
  given: GivenAnswers,
  prepared: PreparedAnswers,
  keeper: FileKeeper,
): Promise<{ state: QuizState; standing: Standing }> {
  try {
    return await submit(ctx, place, given, prepared)
  } catch (error) {
    // Anything else may run again, and needs its files then.
    if (error instanceof Refusal) await dropAll(prepared.files, keeper)
    throw error
  }
}

async function dropAll(files: PreparedAnswers['files'], { drop }: FileKeeper): Promise<void> {
  for (const { kept } of files) await drop(kept)
}

async function submit(
  ctx: Ctx,
  place: QuizPlace,
  given: GivenAnswers,
  { files }: PreparedAnswers,
): Promise<{ state: QuizState; standing: Standing }> {
  const { personId } = ctx.actor
  await requireBegun(ctx, place.session)
  // From here on nobody else submits for this person: what is read stays true.
  await lockProgress(ctx.db, personId, place.session)
  const { questions, latest, session, content, step, quiz } = await openQuiz(ctx, place)
  const { answers: written, problems } = checkAll(questions, given, latest)
  requireNoProblems(problems)

  const uploads = new Map<string, string>()
  for (const { questionKey, kept } of files) uploads.set(questionKey, (await insertUpload(ctx, kept)).id)
  const answers = toStored(questions, { ...written, ...Object.fromEntries(uploads) })
  const attempt = {
    personId,
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
  await completeStepIfOpen(ctx, place.session, session.versionId, content, step)
  ctx.push({ to: [personId], event: { type: 'learning.progress_changed', session: place.session } })
  return {
    state: await describeQuiz(ctx, place, quiz, { ...attempt, id }),
    standing: await standingOf(ctx, place.session, content),
  }
}

/** The quiz with its questions, unless its only try is spent. */
async function openQuiz(asked: { db: Db; actor: Asked['actor'] }, place: QuizPlace) {
  const found = await findQuizPlace(asked, place)
  const { personId } = asked.actor
  const latest = await findLatestAttempt(asked.db, { personId, stepId: place.step, quizId: place.quiz })
  if (latest && !found.quiz.allowRetake) throw conflict('learning.retake_not_allowed', 'retake quiz not allowed')
  return { ...found, latest, questions: wholeQuestions(found.quiz) }
}

/** Questions that are not of this quiz are refused by name; a new file stands in for its answer. */
function checkAll(questions: readonly Question[], given: GivenAnswers, latest: Attempt | null) {
  const withFiles = { ...given.values, ...Object.fromEntries(Object.keys(given.files).map((key) => [key, 'a new file'])) }
  const { answers, problems } = checkAnswers(questions, withFiles)
  const all: Record<string, string> = { ...problems }
  for (const key of Object.keys(withFiles)) {
    if (!questions.some((question) => question.key === key)) all[key] = 'questions.notAQuestion'
  }
  for (const { key } of questions.filter(isUpload)) {
    const isNew = Object.hasOwn(given.files, key)
    const isKept = latest !== null && Object.hasOwn(latest.answers, key) && latest.answers[key] === answers[key]
    if (!isNew && answers[key] !== undefined && !isKept) all[key] = 'questions.wrongKind'
    if (isNew) delete answers[key]
  }
  return { answers, problems: all }
}

const isUpload = (question: Question): boolean => uploadRuleOf(typeOf(question)) !== undefined

/** Of a password only that it was given: it is practised here, not kept. */
function toStored(questions: readonly Question[], answers: Readonly<Record<string, Answer>>): StoredAnswers {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = Object.hasOwn(answers, question.key) ? answers[question.key] : undefined
      if (answer === undefined) return []
      return [[question.key, typeOf(question) === 'Password' ? true : answer]]
    }),
  )
}

const filesOf = (questions: readonly Question[], answers: StoredAnswers) =>
  questions.filter(isUpload).flatMap(({ key }) => {
    const fileId = answers[key]
    return typeof fileId === 'string' ? [{ questionKey: key, fileId }] : []
  })

const MAX_TOLD = 20
const MAX_NAME = 100

function requireNoProblems(problems: Readonly<Record<string, string>>): void {
  if (Object.keys(problems).length > 0) throw rejected(problems)
}

/** The names may come from the request: no more of them, and no longer ones, are given back than are of use. */
function rejected(problems: Readonly<Record<string, string>>): Refusal {
  const told = Object.entries(problems).slice(0, MAX_TOLD)
  const errors = Object.fromEntries(told.map(([key, code]) => [key.slice(0, MAX_NAME), [code]]))
  return new Refusal(422, 'learning.answers_rejected', 'Some answers could not be taken. Please look at them again.', { errors })
}
