import { AI_ASSISTANT } from '@saathi/contract/chat/entities'
import type { Db } from '#core/ctx.ts'

/** The migration creates exactly one. */
export async function findBot(db: Db): Promise<number> {
  const { id } = await db.selectFrom('person').select('id').where('role', '=', AI_ASSISTANT).executeTakeFirstOrThrow()
  return id
}
