import type { BegunSession, NewAccount, WalkedSession } from '#content/public.ts'
import type { ListenerCtx } from '#core/events.ts'
import { type Answered, demoAttempts } from './demo-attempts.ts'
import { insertAttempts, insertBookmarks, insertProgress, insertRatings, insertStepCompletions } from './demo-store.ts'
import type { Track } from './track.ts'
import { openIfEarned } from './unlock.ts'
import { updateCompletedTogether } from './walk-store.ts'

type Past = BegunSession & Track & Answered

/** Demo accounts have a past: what their folder says they have begun, finished and kept for later. */
export async function giveProgress(ctx: ListenerCtx, accounts: readonly NewAccount[]): Promise<void> {
  const inHub = { mentorshipId: null, answersAllRight: true }
  await insertPast(
    ctx,
    accounts.flatMap(({ personId, begun }) => begun.map((session) => ({ ...session, ...inHub, personId }))),
  )
  const unannounced = { db: ctx.db, raise: async () => {}, push: () => {} }
  for (const { personId } of accounts) await openIfEarned(unannounced, personId)
  await insertBookmarks(
    ctx.db,
    accounts.flatMap(({ personId, bookmarks }) => bookmarks.map((bookmark) => ({ personId, ...bookmark }))),
  )
}

/** The same for a mentorship, whose walks are there already. */
export async function giveWalks(ctx: ListenerCtx, mentorshipId: number, begun: readonly WalkedSession[]): Promise<void> {
  await insertPast(
    ctx,
    begun.map((session) => ({ ...session, mentorshipId })),
  )
  await insertRatings(
    ctx.db,
    begun.flatMap(({ personId, sessionId, rating, stepsDone, startedAt }) =>
      rating === null ? [] : [{ personId, mentorshipId, sessionId, rating, at: stepsDone.at(-1)?.completedAt ?? startedAt }],
    ),
  )
  await updateCompletedTogether(ctx.db, mentorshipId)
}

async function insertPast({ db }: ListenerCtx, past: readonly Past[]): Promise<void> {
  await insertProgress(db, past.map(progressOf))
  await insertStepCompletions(
    db,
    past.flatMap(({ personId, mentorshipId, stepsDone }) => stepsDone.map((step) => ({ personId, mentorshipId, ...step }))),
  )
  await insertAttempts(db, await demoAttempts(db, past))
}

function progressOf({ personId, mentorshipId, sessionId, versionId, startedAt, stepsDone, isWhole }: Past) {
  const last = stepsDone.at(-1)
  const lastSeenAt = last?.completedAt ?? startedAt
  const whole = mentorshipId === null ? 'COMPLETED' : 'PARTIAL_COMPLETE'
  return {
    personId,
    mentorshipId,
    sessionId,
    versionId,
    status: isWhole ? whole : 'ONGOING',
    startedAt,
    completedAt: isWhole ? lastSeenAt : null,
    lastStepId: last?.stepId ?? null,
    lastSeenAt,
  }
}
