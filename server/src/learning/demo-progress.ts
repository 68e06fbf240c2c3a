import type { BegunSession, NewAccount } from '#content/face.ts'
import type { ListenerCtx } from '#core/events.ts'
import { demoAttempts } from './demo-attempts.ts'
import { insertAttempts, insertBookmarks, insertProgress, insertStepCompletions } from './demo-store.ts'

/** Demo accounts have a past: what their folder says they have begun, finished and kept for later. */
export async function giveProgress(ctx: ListenerCtx, accounts: readonly NewAccount[]): Promise<void> {
  await insertProgress(
    ctx.db,
    accounts.flatMap(({ personId, begun }) => begun.map((session) => progressOf(personId, session))),
  )
  await insertStepCompletions(
    ctx.db,
    accounts.flatMap(({ personId, begun }) => begun.flatMap(({ stepsDone }) => stepsDone.map((step) => ({ personId, ...step })))),
  )
  await insertAttempts(ctx.db, await demoAttempts(ctx.db, accounts))
  await insertBookmarks(
    ctx.db,
    accounts.flatMap(({ personId, bookmarks }) => bookmarks.map((bookmark) => ({ personId, ...bookmark }))),
  )
}

function progressOf(personId: number, { sessionId, versionId, startedAt, stepsDone, isWhole }: BegunSession) {
  const last = stepsDone.at(-1)
  const lastSeenAt = last?.completedAt ?? startedAt
  return {
    personId,
    sessionId,
    versionId,
    status: isWhole ? 'COMPLETED' : 'ONGOING',
    startedAt,
    completedAt: isWhole ? lastSeenAt : null,
    lastStepId: last?.stepId ?? null,
    lastSeenAt,
  }
}
