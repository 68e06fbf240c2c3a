import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/unlock'
import { openExperiences } from '#accounts/face.ts'
import type { Ctx } from '#core/ctx.ts'
import { countCompletedHubSessions, lockCompletedCount } from './progress-store.ts'

/** What the programme shows and holds back opens with the fifth session, for good; later ones find it open. */
export async function openIfEarned(ctx: Ctx): Promise<void> {
  await lockCompletedCount(ctx.db, ctx.actor.personId)
  if ((await countCompletedHubSessions(ctx.db, ctx.actor.personId)) < SESSIONS_TO_UNLOCK) return
  await openExperiences(ctx, ctx.actor.personId, ['curriculum', 'internship'])
}
