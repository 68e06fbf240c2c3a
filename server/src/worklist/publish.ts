import type { ListenerCtx } from '#core/ctx.ts'
import { findAudience } from './people-store.ts'

/** Tells the open pages of colleagues of these programmes to load their worklists again. */
export async function publishWorkChanged(
  { db, now, push }: Pick<ListenerCtx, 'db' | 'now' | 'push'>,
  projectIds: readonly number[],
): Promise<void> {
  if (projectIds.length === 0) return
  const to = await findAudience(db, [...new Set(projectIds)], now())
  if (to.length > 0) push({ to, event: { type: 'worklist.changed' } })
}
