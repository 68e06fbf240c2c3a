import { Id, Time } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { startOrStallGroup } from './start.ts'

/** Carries the start date it was scheduled for, so that a postponed group ignores the old job. */
export const startGroupJob = defineJob({
  name: 'matching.start_group',
  payload: z.strictObject({ groupId: Id, at: Time }),
  retry: { limit: 8, delaySeconds: 20, backoff: true, maxDelaySeconds: 900 },
  timeoutSeconds: 60,
  work: (ctx, { groupId, at }) => startOrStallGroup(ctx, groupId, new Date(at)),
})

export async function scheduleGroupStart(
  ctx: Pick<ListenerCtx, 'enqueue'>,
  { groupId, startsAt }: { groupId: number; startsAt: Date },
): Promise<void> {
  const at = startsAt.toISOString()
  await ctx.enqueue(startGroupJob, { groupId, at }, { runAt: startsAt, onceKey: `${groupId} ${at}` })
}
