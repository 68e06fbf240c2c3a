import { StoredStage, StoredSurvey } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { deleteAnswersOf, findEveryAnswer, findResponses, findStageResponses, findScores } from './answer-store.ts'
import { deleteCorrectionsOf, findCorrections } from './correct-store.ts'

const nameOf = (survey: unknown): string => StoredSurvey.parse(survey).name.text

/** With the question texts; file answers have the same names as in the list of files. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  const responses = await findResponses(db, personId)
  const sent = await findStageResponses(db, personId)
  const scores = await findScores(db, personId)
  return {
    surveys: responses.map(({ survey, ...times }) => ({ survey: nameOf(survey), ...times })),
    stagesSent: sent.map(({ survey, stage, submittedAt }) => ({
      survey: nameOf(survey),
      stage: StoredStage.parse(stage).name.text,
      submittedAt,
    })),
    answers: (await findEveryAnswer(db, personId)).map(withQuestion),
    corrections: (await findCorrections(db, personId)).map(({ survey, title, before, after, reason, at, questionKey }) => ({
      survey: survey.name.text,
      question: title?.text ?? questionKey,
      before,
      after,
      reason,
      correctedAt: at,
    })),
    workReadiness: scores.map(({ name, score, scoredAt, survey }) => ({
      area: name.text,
      score,
      scoredAt,
      survey: survey.name.text,
    })),
  }
}

export async function eraseFor({ db }: ListenerCtx, personId: number): Promise<void> {
  await deleteCorrectionsOf(db, personId)
  await deleteAnswersOf(db, personId)
}

function withQuestion(row: Awaited<ReturnType<typeof findEveryAnswer>>[number]) {
  const { name, pages } = StoredStage.parse(row.stage)
  const question = pages.flatMap(({ questions }) => questions).find(({ key }) => key === row.questionKey)
  return {
    survey: nameOf(row.survey),
    stage: name.text,
    question: question?.title.text ?? row.questionKey,
    answer: row.answer,
    answeredAt: row.answeredAt,
  }
}
