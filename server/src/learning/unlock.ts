import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/unlock'
import { openExperiences } from '#accounts/face.ts'
import type { Ctx } from '#core/ctx.ts'
import { countCompletedHubSessions, lockCompletedCount } from './progress-store.ts'

const opensWithSessions = ['curriculum', 'internship'] as const

/** What the programme shows and holds back opens with the fifth session, for good; later ones find it open. */
export async function openIfEarned(ctx: Pick<Ctx, 'db' | 'raise' | 'push'>, personId: number): Promise<void> {
  await lockCompletedCount(ctx.db, personId)
  if ((await countCompletedHubSessions(ctx.db, personId)) < SESSIONS_TO_UNLOCK) return
  await openExperiences(ctx, personId, opensWithSessions)
}
