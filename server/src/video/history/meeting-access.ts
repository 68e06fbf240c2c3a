import { requireOpenChannel } from '#chat/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'

/** Whether the viewer can open the call's channel. Returns a boolean because the refusal itself would reveal too much. */
export async function isChannelOpen(ctx: Ctx, channelId: number): Promise<boolean> {
  try {
    await requireOpenChannel(ctx, channelId)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
