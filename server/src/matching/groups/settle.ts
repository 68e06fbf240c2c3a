import type { Ctx } from '#core/ctx.ts'
import { dissolveGroup, postponeGroup, startGroup } from './groups.ts'

const actions = { start: startGroup, wait: postponeGroup, dissolve: dissolveGroup } as const

/** Staff decision on a group that has stalled or should not wait. */
export async function settleGroup(ctx: Ctx, id: number, what: keyof typeof actions): Promise<Record<string, never>> {
  await actions[what](ctx, id)
  return {}
}
