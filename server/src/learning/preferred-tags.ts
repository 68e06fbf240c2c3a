import type { Ctx } from '#core/ctx.ts'
import { insertPreferredTags } from './preferred-tag-store.ts'

/** Adds to the person's preferred tags; earlier ones are kept. */
export function setPreferredTags(ctx: Pick<Ctx, 'db'>, personId: number, tagKeys: readonly string[]): Promise<void> {
  return insertPreferredTags(ctx.db, personId, tagKeys)
}
