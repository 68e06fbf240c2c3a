import type { Db } from '#core/ctx.ts'
import type { MentorshipSessionRef } from './events.ts'

/** Which of this person's mentorships goes through the session: one that is open before one that is over, the newest first. */
export async function findWalk(
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

/** Also of one that is over. */
export async function isMember(db: Db, personId: number, mentorshipId: number): Promise<boolean> {
  const row = await db
    .selectFrom('mentorship_member')
    .select('person_id')
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

/** Held to the end of the transaction, and shared by all who write: it cannot be closed meanwhile. */
export async function lockOpenWalk(db: Db, { mentorshipId, personId, sessionId }: MentorshipSessionRef): Promise<boolean> {
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

export type NewWalk = MentorshipSessionRef & { position: number; endDate: Date }

export async function insertWalks(db: Db, walks: readonly NewWalk[]): Promise<void> {
  if (walks.length === 0) return
  await db
    .insertInto('walk')
    .values(
      walks.map((walk) => ({
        mentorship_id: walk.mentorshipId,
        person_id: walk.personId,
        session_id: walk.sessionId,
        position: walk.position,
        end_date: walk.endDate,
      })),
    )
    .execute()
}

export async function updateWalksClosed(db: Db, mentorshipId: number, personIds: readonly number[], now: Date): Promise<void> {
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
 * Held to the end of the transaction: of two members who finish at once the second must see the first, and what is ended or
 * left is so once. Whoever writes a row that names the mentorship holds a walk already and goes on, or each would wait for
 * the other.
 */
export async function lockWalks(db: Db, mentorshipId: number): Promise<void> {
  await db.selectFrom('mentorship').select('id').where('id', '=', mentorshipId).forNoKeyUpdate().execute()
}

/** Who has finished sees the session as completed once everybody who still walks in it has. */
export async function updateCompletedTogether(db: Db, mentorshipId: number): Promise<void> {
  const stillAway = db
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
    .where('session_id', 'not in', stillAway)
    .execute()
}

/** Who is out of it waits for nobody, and would otherwise read there how the others go on. */
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
