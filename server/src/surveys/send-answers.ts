import type { Survey } from '@saathi/contract/surveys/entities'
import type { Ctx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import {
  dropIfRefused,
  type FileKeeper,
  filesOf,
  type SubmittedAnswers,
  insertStoredFiles,
  keepFiles,
  type StoredFile,
  type Reject,
  rejectWith,
  requireNoProblems,
  toStored,
} from '#questions/public.ts'
import { type Asked, requireNotClosed, requireStage, requireSurvey, requireSurveyInUse, requireTurn } from './access.ts'
import { findAnswers, findSentStages, insertAnswers, insertStageResponse, lockResponse } from './answer-store.ts'
import { checkStage } from './check-stage.ts'
import { completeSurvey } from './complete-survey.ts'
import { describeSurvey } from './describe.ts'
import { questionsOf } from './stages.ts'
import { findStages } from './store.ts'

export type Place = { survey: number; stage: number }

const rejectIn = (language: string): Reject =>
  rejectWith('surveys.answers_rejected', findText(language)('answers.surveyAnswersRejected'))

/** All answers are checked before a byte is kept, so that what is refused leaves no file behind. */
export async function prepareAnswers(
  asked: Asked,
  place: Place,
  given: SubmittedAnswers,
  keeper: FileKeeper,
): Promise<readonly StoredFile[]> {
  const { questions, before } = await openStage(asked, place)
  const { files, problems } = checkStage(questions, given, before)
  const reject = rejectIn(asked.actor.language)
  requireNoProblems(problems, reject)
  return keepFiles(files, keeper, reject)
}

export function sendAnswers(
  ctx: Ctx,
  place: Place,
  given: SubmittedAnswers,
  kept: readonly StoredFile[],
  keeper: FileKeeper,
): Promise<Survey> {
  return dropIfRefused(kept, keeper, () => submit(ctx, place, given, kept))
}

async function submit(ctx: Ctx, place: Place, given: SubmittedAnswers, kept: readonly StoredFile[]): Promise<Survey> {
  const { personId } = ctx.actor
  const now = ctx.now()
  // From here on nobody else sends for this person: what is read stays true.
  await lockResponse(ctx.db, personId, place.survey, now)
  const { offer, stages, sent, questions, before } = await openStage(ctx, place)
  const { answers, problems } = checkStage(questions, given, before)
  requireNoProblems(problems, rejectIn(ctx.actor.language))

  if (!before.isSent) {
    const stored = toStored(questions, { ...answers, ...(await insertStoredFiles(ctx, kept)) })
    const fileIds = new Map(filesOf(questions, stored).map(({ questionKey, fileId }) => [questionKey, fileId]))
    const rows = Object.entries(stored).map(([questionKey, answer]) => ({
      questionKey,
      answer,
      fileId: fileIds.get(questionKey) ?? null,
    }))
    await insertAnswers(ctx.db, { personId, stageId: place.stage, now }, rows)
    await insertStageResponse(ctx.db, personId, place.stage, now)
    sent.add(place.stage)
  }
  const isWhole = offer.completedAt === null && stages.every(({ id }) => sent.has(id))
  if (isWhole) await completeSurvey(ctx, { personId, survey: offer, stages })
  if (isWhole || !before.isSent) tell(ctx, place.survey)
  return describeSurvey(ctx, await requireSurvey(ctx, place.survey))
}

/** The list, the survey's own page and the status in the profile have changed, in this tab and in others. */
function tell({ push, actor }: Ctx, survey: number): void {
  push({ to: [actor.personId], event: { type: 'surveys.survey_changed', survey } })
  push({ to: [actor.personId], event: { type: 'accounts.profile_changed' } })
}

/** The stage with its questions and what was answered before, unless it is not the one to be sent. */
async function openStage(asked: Asked, place: Place) {
  const { personId } = asked.actor
  const offer = await requireSurveyInUse(asked, place.survey)
  requireNotClosed(asked, offer)
  const stages = await findStages(asked.db, offer.id)
  const stage = requireStage(asked, stages, place.stage)
  const sent = await findSentStages(asked.db, personId, offer.id)
  requireTurn(asked, offer, stages, sent, stage)
  const own = (await findAnswers(asked.db, personId, offer.id)).filter(({ stageId }) => stageId === stage.id)
  const answers = Object.fromEntries(own.map(({ questionKey, answer }) => [questionKey, answer]))
  return { offer, stages, sent, questions: questionsOf(stage), before: { answers, isSent: sent.has(stage.id) } }
}
