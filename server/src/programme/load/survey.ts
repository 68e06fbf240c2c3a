import type { ListenerCtx } from '#core/ctx.ts'
import { mustFind } from '../problems.ts'
import type { Programme } from '../programme.ts'
import { textsIn, toStage } from '../read/question-content.ts'
import { daysLater } from '../read/relative-time.ts'
import type { SurveyFile } from '../format/questionnaire.ts'
import * as store from './survey-store.ts'

export type LoadedSurvey = { id: number; minutes: number; stages: readonly { id: number }[] }

/** Updates surveys and stages in place, by key: people who have started one continue with the new content. */
export async function loadSurveys(
  ctx: ListenerCtx,
  programme: Programme,
  projectIds: ReadonlyMap<string, number>,
): Promise<Map<string, LoadedSurvey>> {
  const { baseLanguage, readiness } = programme.about.value
  const texts = textsIn(baseLanguage)
  const hashes = new Map(programme.media.map(({ name, hash }) => [name, hash]))
  const hashOf = (name: string | undefined) => (name === undefined ? null : mustFind(hashes, name))
  const surveys = programme.surveys.map(({ value }) => value)
  await store.saveReadinessAreas(
    ctx.db,
    Object.entries(readiness).map(([key, name], at) => ({ key, position: at + 1, name: texts(name) })),
  )
  const ids = await store.saveSurveys(
    ctx.db,
    surveys.map((survey, at) => ({
      key: survey.key,
      position: at + 1,
      content: { name: texts(survey.name), shortDescription: texts(survey.shortDescription) },
      iconHash: hashOf(survey.icon),
      backgroundHash: hashOf(survey.background),
      minutes: survey.minutes,
      audience: survey.audience,
      closesInDays: survey.closesInDays ?? null,
      closesAt: survey.closesInDays === undefined ? null : daysLater(ctx.now(), survey.closesInDays),
    })),
    ctx.now(),
  )
  for (const { key, after } of surveys) {
    const waitsFor = after ? { surveyId: mustFind(ids, after.survey), days: after.days } : null
    await store.updateAfter(ctx.db, mustFind(ids, key), waitsFor)
  }
  await store.replaceSurveyProjects(
    ctx.db,
    [...ids.values()],
    surveys.flatMap(({ key, projects }) =>
      (projects ?? []).map((project) => ({ surveyId: mustFind(ids, key), projectId: mustFind(projectIds, project) })),
    ),
  )
  return loadStages(ctx, surveys, ids, texts)
}

async function loadStages(
  { db }: ListenerCtx,
  surveys: readonly SurveyFile[],
  ids: ReadonlyMap<string, number>,
  texts: ReturnType<typeof textsIn>,
): Promise<Map<string, LoadedSurvey>> {
  const saved = await store.saveStages(
    db,
    surveys.flatMap(({ key, stages }) =>
      stages.map((stage, at) => ({
        surveyId: mustFind(ids, key),
        key: stage.key,
        position: at + 1,
        content: toStage(stage, texts),
      })),
    ),
  )
  await store.removeOtherStages(
    db,
    [...ids.values()],
    saved.map(({ id }) => id),
  )
  return new Map(
    surveys.map(({ key, minutes, stages }) => {
      const id = mustFind(ids, key)
      const own = new Map(saved.filter(({ surveyId }) => surveyId === id).map((stage) => [stage.key, { id: stage.id }]))
      return [key, { id, minutes, stages: stages.map((stage) => mustFind(own, stage.key)) }]
    }),
  )
}
