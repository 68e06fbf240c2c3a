import type { Answer, Question } from '@saathi/contract/questions/entities'
import type { StageAnswers } from '@saathi/contract/surveys/calls'
import type { Survey } from '@saathi/contract/surveys/entities'
import type { Ctx } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import { setPreferredTags } from '#learning/public.ts'
import {
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
  type CheckedAnswers,
  checkSubmitted,
  type StoredAnswers,
} from '#questions/public.ts'
import { type ViewerCtx, requireNotClosed, requireStage, requireSurvey, requireSurveyInUse, requireTurn } from './access.ts'
import {
  findAnswers,
  findSentStages,
  insertAnswers,
  insertStageResponse,
  lockResponse,
  updateCompleted,
  saveScores,
  saveAnswer,
} from './answer-store.ts'
import { describeSurvey } from './describe.ts'
import { pairAnswers, scoresOf, preferredTagsOf } from './feeds.ts'
import { showAnswers } from './service.ts'
import { questionsOf, changeableQuestions } from './stages.ts'
import { findStages, type StageRow } from './store.ts'

export type StageRef = { survey: number; stage: number }

const reject = rejectWith('surveys.answers_rejected')

/** Checks all answers before storing any file, so that a refused submission leaves no file behind. */
export async function prepareAnswers(
  ctx: ViewerCtx,
  ref: StageRef,
  submitted: SubmittedAnswers,
  keeper: FileKeeper,
): Promise<readonly StoredFile[]> {
  const { questions, before } = await openStage(ctx, ref)
  const { files, problems } = checkStage(questions, submitted, before)
  requireNoProblems(problems, reject)
  return keepFiles(ctx.actor, files, keeper, reject)
}

export function sendAnswers(
  ctx: Ctx,
  ref: StageRef,
  submitted: SubmittedAnswers,
  storedFiles: readonly StoredFile[],
  keeper: FileKeeper,
): Promise<Survey> {
  return dropIfRefused(storedFiles, keeper, () => submit(ctx, ref, submitted, storedFiles))
}

async function submit(ctx: Ctx, ref: StageRef, submitted: SubmittedAnswers, storedFiles: readonly StoredFile[]): Promise<Survey> {
  const { personId } = ctx.actor
  const now = ctx.now()
  // Serialises submissions of this person, so that the reads below stay valid.
  await lockResponse(ctx.db, personId, ref.survey, now)
  const { offer, stages, sent, questions, before } = await openStage(ctx, ref)
  const { answers, problems } = checkStage(questions, submitted, before)
  requireNoProblems(problems, reject)

  if (!before.isSent) {
    const stored = toStored(questions, { ...answers, ...(await insertStoredFiles(ctx, storedFiles)) })
    const fileIds = new Map(filesOf(questions, stored).map(({ questionKey, fileId }) => [questionKey, fileId]))
    const rows = Object.entries(stored).map(([questionKey, answer]) => ({
      questionKey,
      answer,
      fileId: fileIds.get(questionKey) ?? null,
    }))
    await insertAnswers(ctx.db, { personId, stageId: ref.stage, now }, rows)
    await insertStageResponse(ctx.db, personId, ref.stage, now)
    sent.add(ref.stage)
  }
  const isWhole = offer.completedAt === null && stages.every(({ id }) => sent.has(id))
  if (isWhole) await completeSurvey(ctx, { personId, survey: offer, stages })
  if (isWhole || !before.isSent) publishChange(ctx, ref.survey)
  return describeSurvey(ctx, await requireSurvey(ctx, ref.survey))
}

/** The list, the survey page and the profile status have changed, in all tabs. */
function publishChange({ push, actor }: Ctx, survey: number): void {
  push({ to: [actor.personId], event: { type: 'surveys.survey_changed', survey } })
  push({ to: [actor.personId], event: { type: 'accounts.profile_changed' } })
}

/** The stage with its questions and earlier answers. Throws if an earlier stage is still open. */
async function openStage(ctx: ViewerCtx, ref: StageRef) {
  const { personId } = ctx.actor
  const offer = await requireSurveyInUse(ctx, ref.survey)
  requireNotClosed(offer)
  const stages = await findStages(ctx.db, offer.id)
  const stage = requireStage(stages, ref.stage)
  const sent = await findSentStages(ctx.db, personId, offer.id)
  requireTurn(offer, stages, sent, stage)
  const own = (await findAnswers(ctx.db, personId, offer.id)).filter(({ stageId }) => stageId === stage.id)
  const answers = Object.fromEntries(own.map(({ questionKey, answer }) => [questionKey, answer]))
  return { offer, stages, sent, questions: questionsOf(stage), before: { answers, isSent: sent.has(stage.id) } }
}

/** The stored answers, and whether the stage was submitted: unanswered questions of a submitted stage stay unanswered. */
type StoredStageAnswers = { answers: StoredAnswers; isSent: boolean }

/**
 * The first answer is final. The same answer again is ignored, another one is refused, and answered questions are no longer
 * mandatory.
 */
function checkStage(questions: readonly Question[], submitted: SubmittedAnswers, before: StoredStageAnswers): CheckedAnswers {
  const checked = checkSubmitted(questions, submitted, before.answers)
  const stored = toStored(questions, checked.answers)
  const answers: Record<string, Answer> = {}
  const problems = { ...checked.problems }
  for (const { key } of questions) {
    const answer = Object.hasOwn(stored, key) ? stored[key] : undefined
    const isSettled = before.isSent || Object.hasOwn(before.answers, key)
    if (!isSettled) {
      if (answer !== undefined && checked.answers[key] !== undefined) answers[key] = checked.answers[key]
      continue
    }
    const isSubmitted = answer !== undefined || Object.hasOwn(submitted.files, key)
    const isOther = isSubmitted && !isSameAnswer(answer, Object.hasOwn(before.answers, key) ? before.answers[key] : undefined)
    const isUnreadable = Object.hasOwn(problems, key) && problems[key] !== 'fieldIsMandatory'
    delete problems[key]
    if (isOther || isUnreadable) problems[key] = 'questions.alreadyAnswered'
  }
  return { answers, files: checked.files, problems }
}

/** Multiple choices are stored in option order, so equal choices have equal JSON. */
export const isSameAnswer = (one: Answer | undefined, other: Answer | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

type CompletedSurvey = { personId: number; survey: { id: number; key: string }; stages: readonly StageRow[] }

/** All stages are submitted: the answers now count for scores, tags and matching. */
export async function completeSurvey(
  ctx: Pick<Ctx, 'db' | 'now' | 'raise'>,
  { personId, survey, stages }: CompletedSurvey,
): Promise<void> {
  const now = ctx.now()
  await updateCompleted(ctx.db, personId, survey.id, now)
  const answered = pairAnswers(stages, await findAnswers(ctx.db, personId, survey.id))
  await saveScores(ctx.db, { personId, surveyId: survey.id, now }, scoresOf(answered))
  await setPreferredTags(ctx, personId, preferredTagsOf(answered))
  await ctx.raise({ type: 'surveys.completed', personId, surveyId: survey.id, surveyKey: survey.key })
}

type Change = { survey: number; stage: number; questionKey: string; answer: Answer | null }

/** Also allowed after the survey has closed: people change, and matching should use their current answers. */
export async function changeAnswer(ctx: Ctx, { survey, stage: stageId, questionKey, answer }: Change): Promise<StageAnswers> {
  const { personId } = ctx.actor
  const now = ctx.now()
  const { id: surveyId, completedAt } = await requireSurvey(ctx, survey)
  const stages = await findStages(ctx.db, surveyId)
  const stage = requireStage(stages, stageId)
  await lockResponse(ctx.db, personId, surveyId, now)
  const sent = await findSentStages(ctx.db, personId, surveyId)
  const question = changeableQuestions(stage).find(({ key }) => key === questionKey)
  // Before the stage is submitted there is nothing to change.
  if (!question || !sent.has(stageId)) throw new Refusal(409, 'surveys.answer_fixed')
  const submitted = { values: answer === null ? {} : { [questionKey]: answer }, files: {} }
  const { answers, problems } = checkSubmitted([question], submitted, {})
  requireNoProblems(problems, rejectWith('surveys.answers_rejected'))

  const stored = toStored([question], answers)[questionKey]
  await saveAnswer(ctx.db, { personId, stageId, questionKey, answer: stored ?? null, now })
  const all = await findAnswers(ctx.db, personId, surveyId)
  // Answers count only once the last stage is submitted.
  if (completedAt) {
    await setPreferredTags(ctx, personId, preferredTagsOf(pairAnswers(stages, all)))
    await ctx.raise({ type: 'surveys.answer_changed', personId, surveyId })
  }
  ctx.push({ to: [personId], event: { type: 'surveys.survey_changed', survey: surveyId } })
  const changeable = changeableQuestions(stage).map(({ key }) => key)
  return { stage: stageId, answers: await showAnswers(ctx, stage, all), changeable }
}
