import type { ReadinessArea } from '@saathi/contract/surveys/readiness-calls'
import { readIn } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { average } from './feeds.ts'
import { findScores } from './readiness-store.ts'

/** Limits of the reply; no programme has more. */
const MAX_AREAS = 20
const MAX_SCORES = 20

/** The actor's own scores, so no access check is needed. */
export async function getReadiness({ db, actor }: Ctx) {
  const areas = new Map<string, ReadinessArea>()
  for (const { key, name, score, scoredAt, surveyId, survey } of await findScores(db, actor.personId)) {
    const shown = readIn(actor.language, name)
    const from = readIn(actor.language, survey.name)
    const area = areas.get(key) ?? { key, name: shown.base, localeName: shown.locale, scores: [] }
    areas.set(key, area)
    if (area.scores.length === MAX_SCORES) continue
    area.scores.push({
      score,
      scoredAt: scoredAt.toISOString(),
      survey: { id: surveyId, name: from.base, localeName: from.locale },
    })
  }
  const shownAreas = [...areas.values()].slice(0, MAX_AREAS)
  const newest = shownAreas.flatMap(({ scores }) => scores.slice(0, 1).map(({ score }) => score))
  return { workReadinessScore: newest.length > 0 ? Math.round(average(newest)) : null, areas: shownAreas }
}
