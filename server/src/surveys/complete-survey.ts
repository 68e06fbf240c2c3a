import type { Ctx } from '#core/ctx.ts'
import { setPreferredTags } from '#learning/public.ts'
import { findAnswers, updateCompleted } from './answer-store.ts'
import { pairAnswers, scoresOf, wantedTagsOf } from './feeds.ts'
import { saveScores } from './readiness-store.ts'
import type { StageRow } from './store.ts'

type Whole = { personId: number; survey: { id: number; key: string }; stages: readonly StageRow[] }

/** Every stage is in: the answers now count for what they feed. */
export async function completeSurvey(ctx: Pick<Ctx, 'db' | 'now' | 'raise'>, { personId, survey, stages }: Whole): Promise<void> {
  const now = ctx.now()
  await updateCompleted(ctx.db, personId, survey.id, now)
  const answered = pairAnswers(stages, await findAnswers(ctx.db, personId, survey.id))
  await saveScores(ctx.db, { personId, surveyId: survey.id, now }, scoresOf(answered))
  await setPreferredTags(ctx, personId, wantedTagsOf(answered))
  await ctx.raise({ type: 'surveys.completed', personId, surveyId: survey.id, surveyKey: survey.key })
}
