import type { StartedSession, NewAccount, MentorshipSessionProgress } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { type AnswerQuality, demoAttempts } from './demo-attempts.ts'
import { insertAttempts, insertBookmarks, insertProgress, insertRatings, insertStepCompletions } from './demo-store.ts'
import type { Track } from './track.ts'
import { openIfEarned } from './session/unlock.ts'
import { updateCompletedTogether } from './mentorship/session-store.ts'

type DemoSession = StartedSession & Track & AnswerQuality

/** Writes the history of demo accounts: the sessions they started or finished, and their bookmarks. */
export async function insertDemoProgress(ctx: ListenerCtx, accounts: readonly NewAccount[]): Promise<void> {
  const inHub = { mentorshipId: null, answersAllRight: true }
  await insertDemoSessions(
    ctx,
    accounts.flatMap(({ personId, begun }) => begun.map((session) => ({ ...session, ...inHub, personId }))),
  )
  const silentCtx = { db: ctx.db, raise: async () => {}, push: () => {} }
  for (const { personId } of accounts) await openIfEarned(silentCtx, personId)
  await insertBookmarks(
    ctx.db,
    accounts.flatMap(({ personId, bookmarks }) => bookmarks.map((bookmark) => ({ personId, ...bookmark }))),
  )
}

/** The same for a mentorship whose sessions already exist. */
export async function insertDemoMentorshipProgress(
  ctx: ListenerCtx,
  mentorshipId: number,
  sessions: readonly MentorshipSessionProgress[],
): Promise<void> {
  await insertDemoSessions(
    ctx,
    sessions.map((session) => ({ ...session, mentorshipId })),
  )
  await insertRatings(
    ctx.db,
    sessions.flatMap(({ personId, sessionId, rating, stepsDone, startedAt }) =>
      rating === null ? [] : [{ personId, mentorshipId, sessionId, rating, at: stepsDone.at(-1)?.completedAt ?? startedAt }],
    ),
  )
  await updateCompletedTogether(ctx.db, mentorshipId)
}

async function insertDemoSessions({ db }: ListenerCtx, sessions: readonly DemoSession[]): Promise<void> {
  await insertProgress(db, sessions.map(progressOf))
  await insertStepCompletions(
    db,
    sessions.flatMap(({ personId, mentorshipId, stepsDone }) => stepsDone.map((step) => ({ personId, mentorshipId, ...step }))),
  )
  await insertAttempts(db, await demoAttempts(db, sessions))
}

function progressOf({ personId, mentorshipId, sessionId, versionId, startedAt, stepsDone, isWhole }: DemoSession) {
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
