import { DangerKind, type Helpline } from '@saathi/contract/help/entities'
import type { Ctx } from '#core/ctx.ts'
import { findHelplines } from '#help/public.ts'

/** The numbers of every kind of danger, each once. */
export async function listSafetyHelplines({ db, actor }: Ctx): Promise<{ helplines: Helpline[] }> {
  const lists = await Promise.all(DangerKind.options.map((kind) => findHelplines(db, kind, actor.language)))
  const byNumber = new Map(lists.flat().map((helpline) => [helpline.number, helpline]))
  return { helplines: [...byNumber.values()] }
}
