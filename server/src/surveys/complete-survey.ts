import type { Ctx } from '#core/ctx.ts'
import { setPreferredTags } from '#learning/public.ts'
import { findAnswers, updateCompleted } from './answer-store.ts'
import { pairAnswers, scoresOf, preferredTagsOf } from './feeds.ts'
import { saveScores } from './readiness-store.ts'
import type { StageRow } from './store.ts'

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
