import { StoredSurvey, Texts } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

type ScoreKey = { personId: number; surveyId: number; now: Date }

/** Ignores areas that the programme no longer has. */
export async function saveScores(
  db: Db,
  { personId, surveyId, now }: ScoreKey,
  scores: ReadonlyMap<string, number>,
): Promise<void> {
  if (scores.size === 0) return
  const areas = await db
    .selectFrom('readiness_area')
    .select('key')
    .where('key', 'in', [...scores.keys()])
    .execute()
  const rows = areas.flatMap(({ key }) => {
    const score = scores.get(key)
    return score === undefined ? [] : [{ person_id: personId, area_key: key, survey_id: surveyId, score, scored_at: now }]
  })
  if (rows.length === 0) return
  await db
    .insertInto('readiness_score')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'area_key', 'survey_id'])
        .doUpdateSet(({ ref }) => ({ score: ref('excluded.score'), scored_at: ref('excluded.scored_at') })),
    )
    .execute()
}

/** In the programme's order of areas, newest score first. */
export async function findScores(db: Db, personId: number) {
  const rows = await db
    .selectFrom('readiness_score')
    .innerJoin('readiness_area', 'readiness_area.key', 'readiness_score.area_key')
    .innerJoin('survey', 'survey.id', 'readiness_score.survey_id')
    .select([
      'readiness_area.key',
      'readiness_area.name',
      'readiness_score.score',
      'readiness_score.scored_at as scoredAt',
      'survey.id as surveyId',
      'survey.content as survey',
    ])
    .where('readiness_score.person_id', '=', personId)
    .orderBy('readiness_area.position')
    .orderBy('readiness_area.key')
    .orderBy('readiness_score.scored_at', 'desc')
    .orderBy('survey.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, name: Texts.parse(row.name), survey: StoredSurvey.parse(row.survey) }))
}
