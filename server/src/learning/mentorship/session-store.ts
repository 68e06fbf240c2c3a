import type { Db } from '#core/ctx.ts'
import type { MentorshipSessionRef } from '../events.ts'

/** The person's mentorship that contains this session: ongoing before ended, newest first. */
export async function findMentorshipSession(
  db: Db,
  personId: number,
  sessionId: number,
  mentorshipId?: number,
): Promise<{ mentorshipId: number; isOpen: boolean } | null> {
  let query = db
    .selectFrom('walk')
    .innerJoin('mentorship', 'mentorship.id', 'walk.mentorship_id')
    .select(['walk.mentorship_id as mentorshipId', 'walk.closed_at as closedAt'])
    .where('walk.person_id', '=', personId)
    .where('walk.session_id', '=', sessionId)
  if (mentorshipId !== undefined) query = query.where('walk.mentorship_id', '=', mentorshipId)
  const row = await query
    .orderBy(({ eb }) => eb('walk.closed_at', 'is', null), 'desc')
    .orderBy('mentorship.started_at', 'desc')
    .orderBy('mentorship.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { mentorshipId: row.mentorshipId, isOpen: row.closedAt === null } : null
}

/** Includes former members and ended mentorships. */
export async function isMember(db: Db, personId: number, mentorshipId: number): Promise<boolean> {
  const row = await db
    .selectFrom('mentorship_member')
    .select('person_id')
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

/** Shared row lock until the end of the transaction: the session cannot be closed while it is written to. */
export async function lockOpenMentorshipSession(
  db: Db,
  { mentorshipId, personId, sessionId }: MentorshipSessionRef,
): Promise<boolean> {
  const row = await db
    .selectFrom('walk')
    .select('closed_at as closedAt')
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .forShare()
    .executeTakeFirst()
  return row?.closedAt === null
}

export type NewMentorshipSession = MentorshipSessionRef & { position: number; endDate: Date }

export async function insertMentorshipSessions(db: Db, sessions: readonly NewMentorshipSession[]): Promise<void> {
  if (sessions.length === 0) return
  await db
    .insertInto('walk')
    .values(
      sessions.map((session) => ({
        mentorship_id: session.mentorshipId,
        person_id: session.personId,
        session_id: session.sessionId,
        position: session.position,
        end_date: session.endDate,
      })),
    )
    .execute()
}

export async function updateMentorshipSessionsClosed(
  db: Db,
  mentorshipId: number,
  personIds: readonly number[],
  now: Date,
): Promise<void> {
  if (personIds.length === 0) return
  await db
    .updateTable('walk')
    .set({ closed_at: now })
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', 'in', personIds)
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * Lock until the end of the transaction: of two members who finish at once, the second must see the first, and ending or leaving
 * happens once. FOR NO KEY UPDATE, because writers that insert rows referencing the mentorship hold a session lock already; FOR
 * UPDATE would deadlock with them.
 */
export async function lockMentorship(db: Db, mentorshipId: number): Promise<void> {
  await db.selectFrom('mentorship').select('id').where('id', '=', mentorshipId).forNoKeyUpdate().execute()
}

/** Members who are done see the session as completed once all remaining members have finished it. */
export async function updateCompletedTogether(db: Db, mentorshipId: number): Promise<void> {
  const unfinished = db
    .selectFrom('walk')
    .leftJoin('session_progress as progress', (join) =>
      join
        .onRef('progress.mentorship_id', '=', 'walk.mentorship_id')
        .onRef('progress.person_id', '=', 'walk.person_id')
        .onRef('progress.session_id', '=', 'walk.session_id'),
    )
    .select('walk.session_id')
    .where('walk.mentorship_id', '=', mentorshipId)
    .where('walk.closed_at', 'is', null)
    .where('progress.completed_at', 'is', null)
  await db
    .updateTable('session_progress')
    .set({ status: 'COMPLETED' })
    .where('mentorship_id', '=', mentorshipId)
    .where('status', '=', 'PARTIAL_COMPLETE')
    .where('session_id', 'not in', unfinished)
    .execute()
}

/** For people who left, PARTIAL_COMPLETE becomes COMPLETED at once. A later change would reveal the others' progress. */
export async function updateCompletedOf(db: Db, mentorshipId: number, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return
  await db
    .updateTable('session_progress')
    .set({ status: 'COMPLETED' })
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', 'in', personIds)
    .where('status', '=', 'PARTIAL_COMPLETE')
    .execute()
}

export type DueSession = { personId: number; mentorshipId: number; sessionId: number; dueAt: Date; session: string }
type DueQuery = {
  from: Date
  before: Date
  /** Exclusive cursor: the last person id of the previous batch. */ afterId: number
  limit: number
}

/** Unfinished mentorship sessions due in this period, ordered by person, with titles in each person's language. */
export function findDueSessions(db: Db, { from, before, afterId, limit }: DueQuery): Promise<DueSession[]> {
  return db
    .selectFrom('walk')
    .innerJoin('session', 'session.id', 'walk.session_id')
    .innerJoin('person', 'person.id', 'walk.person_id')
    .innerJoin('experience', 'experience.person_id', 'walk.person_id')
    .leftJoin('session_text', (join) =>
      join.onRef('session_text.session_id', '=', 'session.id').onRef('session_text.language_code', '=', 'person.language_code'),
    )
    .leftJoin('session_progress as progress', (join) =>
      join
        .onRef('progress.mentorship_id', '=', 'walk.mentorship_id')
        .onRef('progress.person_id', '=', 'walk.person_id')
        .onRef('progress.session_id', '=', 'walk.session_id'),
    )
    .select(({ fn, ref }) => [
      'walk.person_id as personId',
      'walk.mentorship_id as mentorshipId',
      'walk.session_id as sessionId',
      'walk.end_date as dueAt',
      fn.coalesce(ref('session_text.title'), ref('session.title')).as('session'),
    ])
    .where('walk.closed_at', 'is', null)
    .where('walk.end_date', '>=', from)
    .where('walk.end_date', '<', before)
    .where('walk.person_id', '>', afterId)
    .where('progress.completed_at', 'is', null)
    .where('session.published_at', 'is not', null)
    .where('experience.curriculum', '=', 'use')
    .orderBy('walk.person_id')
    .orderBy('walk.end_date')
    .orderBy('walk.session_id')
    .limit(limit)
    .execute()
}
