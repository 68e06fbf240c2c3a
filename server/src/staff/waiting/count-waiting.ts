import type { Waiting } from '@saathi/contract/staff/console-calls'
import type { Ctx } from '#core/ctx.ts'

/** Collects the number of waiting tasks from all domains that the actor may act on. */
export async function countWaiting(ctx: Ctx): Promise<Waiting> {
  const waiting: Waiting = {
    today: 0,
    help: 0,
    screening: 0,
    matching: 0,
    groups: 0,
    proposals: 0,
    approvals: 0,
    recordings: 0,
    mail: 0,
    resets: 0,
    safety: 0,
  }
  for (const domain of ctx.domains) await domain.addWaiting?.(ctx, waiting)
  waiting.matching = waiting.groups + waiting.proposals
  return waiting
}
