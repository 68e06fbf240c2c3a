import type { Finish } from '@saathi/contract/learning/detail'
import { SESSIONS_TO_UNLOCK } from '@saathi/contract/accounts/unlock'
import { openExperiences } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { countCompletedHubSessions, lockCompletedCount } from '../progress-store.ts'

const opensWithSessions = ['curriculum', 'internship'] as const

/** The fifth completed hub session unlocks mentorship and internship permanently; later sessions change nothing. */
export async function openIfEarned(ctx: Pick<Ctx, 'db' | 'raise' | 'push'>, personId: number): Promise<Finish> {
  await lockCompletedCount(ctx.db, personId)
  const completed = await countCompletedHubSessions(ctx.db, personId)
  if (completed < SESSIONS_TO_UNLOCK) return { completed, opened: [] }
  const opened = await openExperiences(ctx, personId, opensWithSessions)
  const hasOpened = (flag: (typeof opened)[number]) => opened.includes(flag)
  return {
    completed,
    opened: [
      ...(hasOpened('curriculum') ? ['mentorship' as const] : []),
      ...(hasOpened('internship') ? ['internship' as const] : []),
    ],
  }
}
