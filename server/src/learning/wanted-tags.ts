import type { Ctx } from '#core/ctx.ts'
import { insertWantedTags } from './wanted-store.ts'

/** What someone said they want to learn is added to what they said before. */
export function setPreferredTags(ctx: Pick<Ctx, 'db'>, personId: number, tagKeys: readonly string[]): Promise<void> {
  return insertWantedTags(ctx.db, personId, tagKeys)
}
