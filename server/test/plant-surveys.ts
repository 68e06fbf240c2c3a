import type { TestServer } from './harness.ts'
import { buildSurvey } from './surveys.ts'

/** A row in every table that a survey fills for a person. The survey is recognised by its name, the question by its word. */
export async function plantSurveys(server: TestServer, personId: number, title: string, word: (where: string) => string) {
  const { db } = server
  const now = server.clock.now()
  const { id: surveyId, stages } = await buildSurvey(server, { name: title })
  const [stageId = 0] = stages
  const { id: fileId } = await db
    .selectFrom('file')
    .select('id')
    .where('owner_id', '=', personId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const own = { person_id: personId }
  await db
    .insertInto('survey_response')
    .values({ ...own, survey_id: surveyId, started_at: now, completed_at: now })
    .execute()
  await db
    .insertInto('stage_response')
    .values({ ...own, stage_id: stageId, submitted_at: now })
    .execute()
  const answer = { ...own, stage_id: stageId, answered_at: now }
  await db
    .insertInto('stage_answer')
    .values([
      { ...answer, question_key: 'why', answer: JSON.stringify(word('survey-answer')) },
      { ...answer, question_key: word('survey-question'), answer: JSON.stringify(fileId), file_id: fileId },
    ])
    .execute()
  await db
    .insertInto('answer_correction')
    .values({
      person_id: personId,
      stage_id: stageId,
      question_key: 'why',
      before: JSON.stringify(word('corrected-answer')),
      after: null,
      reason: word('correction-reason'),
      corrected_at: now,
    })
    .execute()
  const area = { key: 'planted', position: 1, name: JSON.stringify({ text: 'Planted', locales: {} }) }
  await db
    .insertInto('readiness_area')
    .values(area)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('readiness_score')
    .values({ ...own, area_key: area.key, survey_id: surveyId, score: 47, scored_at: now })
    .execute()
  const tag = { key: 'planted', name: 'Planted' }
  await db
    .insertInto('tag')
    .values(tag)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('wanted_tag')
    .values({ ...own, tag_key: tag.key })
    .execute()
}
