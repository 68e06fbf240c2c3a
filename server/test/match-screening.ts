import { PlanCriteria } from '#content/match-plan.ts'
import type { SeekerAnswers } from '#matching/offer.ts'
import type { TestServer } from './harness.ts'
import { buildSurvey, makeSurveyQuestion } from './surveys.ts'

/** Stores these as screening answers, so that a later review finds the same. */
export async function answerScreening(server: TestServer, projectId: number, personId: number, answers: SeekerAnswers) {
  const stageId = await screeningOf(server, projectId)
  const answeredAt = server.clock.now()
  const rows = Object.entries(answers).flatMap(([key, answer]) =>
    answer.length === 0
      ? []
      : [{ person_id: personId, stage_id: stageId, question_key: key, answer: JSON.stringify(answer), answered_at: answeredAt }],
  )
  if (rows.length > 0) await server.db.insertInto('stage_answer').values(rows).execute()
}

/** One survey per project, which asks for all of its criteria. */
async function screeningOf(server: TestServer, projectId: number): Promise<number> {
  const { db } = server
  const key = `screening-${projectId}`
  const known = await db
    .selectFrom('survey')
    .innerJoin('survey_stage', 'survey_stage.survey_id', 'survey.id')
    .select('survey_stage.id')
    .where('survey.key', '=', key)
    .executeTakeFirst()
  if (known) return known.id
  const plan = await db.selectFrom('match_plan').select('criteria').where('project_id', '=', projectId).executeTakeFirstOrThrow()
  const questions = PlanCriteria.parse(plan.criteria).map((criterion) =>
    makeSurveyQuestion(criterion.key, 'Text', { criterion: criterion.key }),
  )
  const { stages } = await buildSurvey(server, { key, projectId, stages: [questions] })
  return stages[0] ?? 0
}
