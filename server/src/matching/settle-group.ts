import type { Ctx } from '#core/ctx.ts'
import { dissolveGroup, giveGroupTime, startGroup } from './groups.ts'

const ways = { start: startGroup, wait: giveGroupTime, dissolve: dissolveGroup } as const

/** What the team decides of a group that could not begin by itself, or need not wait. */
export async function settleGroup(ctx: Ctx, id: number, what: keyof typeof ways): Promise<Record<string, never>> {
  await ways[what](ctx, id)
  return {}
}
