import type { PublicCtx } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import { findLanguage } from './store.ts'

/** Inactive languages count as known: people who chose one before still use it. */
export async function requireKnownLanguage(ctx: PublicCtx, code: string): Promise<void> {
  if (!(await findLanguage(ctx.db, code))) throw badInput('content.language_not_offered')
}
