import type { ListenerCtx, Db } from '#core/ctx.ts'
import type { MentorshipSessionRef } from '../events.ts'
import { resumeStep } from '../session/progress.ts'
import * as store from './member-progress-store.ts'
import {
  insertMentorshipSessions,
  lockMentorship,
  type NewMentorshipSession,
  updateCompletedOf,
  updateCompletedTogether,
  updateMentorshipSessionsClosed,
} from './session-store.ts'

/** A mentorship session is complete when all remaining members are done. The caller holds the mentorship lock. */
export async function completeTogether(ctx: Pick<ListenerCtx, 'db' | 'raise'>, finished: MentorshipSessionRef): Promise<void> {
  await updateCompletedTogether(ctx.db, finished.mentorshipId)
  await ctx.raise({ type: 'learning.mentorship_session_finished', ...finished })
}

export function openMentorshipSessions(
  { db }: Pick<ListenerCtx, 'db'>,
  sessions: readonly NewMentorshipSession[],
): Promise<void> {
  return insertMentorshipSessions(db, sessions)
}

/** Ends write access for these people, and completes sessions that were waiting only for them. */
export async function closeMentorshipSessions(
  { db, now }: Pick<ListenerCtx, 'db' | 'now'>,
  mentorshipId: number,
  personIds: readonly number[],
): Promise<void> {
  await lockMentorship(db, mentorshipId)
  await updateMentorshipSessionsClosed(db, mentorshipId, personIds, now())
  await updateCompletedOf(db, mentorshipId, personIds)
  await updateCompletedTogether(db, mentorshipId)
}

type ProgressStep = { id: number; key: string }
/** One member in one session. Steps are identified by keys, which are stable across versions. */
export type MemberProgress = {
  personId: number
  sessionId: number
  title: string
  localeTitle: string
  endDate: Date
  isOpen: boolean
  isStarted: boolean
  completedAt: Date | null
  steps: readonly ProgressStep[]
  doneKeys: ReadonlySet<string>
  /** The current step of a session that is started and not finished. */
  currentKey: string | null
  /** The best mark for each quiz in the version of the session that this member has; null if not answered. */
  marks: readonly (number | null)[]
}

/** All current and former members of a mentorship with their sessions, in schedule order. */
export async function readMemberProgress(db: Db, mentorshipId: number, language: string): Promise<MemberProgress[]> {
  const sessions = await store.findMemberSessions(db, mentorshipId, language)
  const versionIds = [...new Set(sessions.flatMap(({ versionId }) => versionId ?? []))]
  const steps = Map.groupBy(await store.findStepsOfVersions(db, versionIds), ({ versionId }) => versionId)
  const quizzes = Map.groupBy(await store.findQuizzesOfVersions(db, versionIds), ({ versionId }) => versionId)
  const done = Map.groupBy(await store.findStepsDone(db, mentorshipId), ({ personId }) => personId)
  const marks = Map.groupBy(await store.findBestMarks(db, mentorshipId), ({ personId }) => personId)

  return sessions.map(({ versionId, startedAt, closedAt, lastStepId, ...session }) => {
    const own = steps.get(versionId ?? 0) ?? []
    const doneIds = new Set(done.get(session.personId)?.map(({ stepId }) => stepId))
    const isStarted = startedAt !== null
    const current = isStarted && session.completedAt === null ? resumeStep({ steps: own, done: doneIds, lastStepId }) : null
    const answered = new Map(marks.get(session.personId)?.map(({ quizId, mark }) => [quizId, mark]))
    return {
      ...session,
      isOpen: closedAt === null,
      isStarted,
      steps: own,
      doneKeys: new Set(own.flatMap(({ id, key }) => (doneIds.has(id) ? [key] : []))),
      currentKey: own.find(({ id }) => id === current)?.key ?? null,
      marks: (quizzes.get(versionId ?? 0) ?? []).map(({ id }) => answered.get(id) ?? null),
    }
  })
}
