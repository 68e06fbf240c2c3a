import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { findHubSession } from './store.ts'

/** A draft, a session for other projects and one that never was answer alike, so ids cannot be probed. */
export async function requireSession(ctx: Ctx, sessionId: number): Promise<{ id: number }> {
  const session = await findHubSession(ctx.db, ctx.actor, sessionId)
  if (!session) throw notFound('learning.session_not_found', 'There is no such session.')
  return session
}
