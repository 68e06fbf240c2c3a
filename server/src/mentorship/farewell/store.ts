import { FarewellReason } from '@saathi/contract/mentorship/farewell'
import type { Db } from '#core/ctx.ts'
import type { MemberRow } from '../store.ts'

export type FarewellRow = {
  id: number
  mentorshipId: number
  reason: FarewellReason
  begunAt: Date
  closesAt: Date
  /** Null while the farewell is in progress. */
  closedAt: Date | null
}

const columns = [
  'id',
  'mentorship_id as mentorshipId',
  'reason',
  'begun_at as begunAt',
  'closes_at as closesAt',
  'closed_at as closedAt',
] as const

type Row = Omit<FarewellRow, 'reason'> & { reason: string }
const toFarewell = (row: Row): FarewellRow => ({ ...row, reason: FarewellReason.parse(row.reason) })

type NewFarewell = Omit<FarewellRow, 'id'> & { begunBy: number | null }

/** Null if one is already in progress. */
export async function insertFarewell(
  db: Db,
  { mentorshipId, reason, begunBy, begunAt, closesAt, closedAt }: NewFarewell,
): Promise<number | null> {
  const row = await db
    .insertInto('farewell')
    .values({
      mentorship_id: mentorshipId,
      reason,
      begun_by: begunBy,
      begun_at: begunAt,
      closes_at: closesAt,
      closed_at: closedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Farewells in progress, and those that ended a mentorship; at most one per mentorship. */
export async function findFarewells(db: Db, mentorshipIds: readonly number[]): Promise<FarewellRow[]> {
  if (mentorshipIds.length === 0) return []
  const rows = await db
    .selectFrom('farewell')
    .select(columns)
    .where('mentorship_id', 'in', mentorshipIds)
    .where('cancelled_at', 'is', null)
    .execute()
  return rows.map(toFarewell)
}

export async function findFarewell(db: Db, mentorshipId: number): Promise<FarewellRow | null> {
  return (await findFarewells(db, [mentorshipId]))[0] ?? null
}

/** The mentorships, among these, with a farewell in progress. */
export async function findParting(db: Db, mentorshipIds: readonly number[]): Promise<number[]> {
  const farewells = await findFarewells(db, mentorshipIds)
  return farewells.flatMap((farewell) => (farewell.closedAt === null ? [farewell.mentorshipId] : []))
}

/** Pair managers do not take part, nor do members who left before its end. */
export const takesPart = ({ part, leftAt }: MemberRow, { closedAt }: FarewellRow): boolean =>
  part !== 'pair_manager' && (leftAt === null || (closedAt !== null && leftAt >= closedAt))

export async function updateCancelled(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('farewell').set({ cancelled_at: now }).where('id', '=', id).execute()
  await db.deleteFrom('farewell_words').where('farewell_id', '=', id).execute()
}

/** Closes the farewell when its mentorship ends. Null if none was in progress. */
export async function updateClosed(db: Db, mentorshipId: number, now: Date): Promise<FarewellRow | null> {
  const row = await db
    .updateTable('farewell')
    .set({ closed_at: now })
    .where('mentorship_id', '=', mentorshipId)
    .where('cancelled_at', 'is', null)
    .where('closed_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
  return row ? toFarewell(row) : null
}

type WordsRow = { personId: number; takeaway: string; thanks: string; writtenAt: Date }

export function findWords(db: Db, farewellId: number): Promise<WordsRow[]> {
  return db
    .selectFrom('farewell_words')
    .select(['person_id as personId', 'takeaway', 'thanks', 'written_at as writtenAt'])
    .where('farewell_id', '=', farewellId)
    .orderBy('person_id')
    .execute()
}

/** True if the person had not written any before. */
export async function saveWords(
  db: Db,
  farewellId: number,
  { personId, takeaway, thanks, writtenAt }: WordsRow,
): Promise<boolean> {
  const key = { farewell_id: farewellId, person_id: personId }
  const inserted = await db
    .insertInto('farewell_words')
    .values({ ...key, takeaway, thanks, written_at: writtenAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst()
  if (inserted) return true
  await db
    .updateTable('farewell_words')
    .set({ takeaway, thanks, written_at: writtenAt })
    .where('farewell_id', '=', farewellId)
    .where('person_id', '=', personId)
    .execute()
  return false
}

export function findWordsBy(db: Db, personId: number) {
  return db
    .selectFrom('farewell_words')
    .select(['takeaway', 'thanks', 'written_at as writtenAt'])
    .where('person_id', '=', personId)
    .orderBy('farewell_id')
    .execute()
}

/** Deletes the person's last words, and their id as the colleague who started a farewell. */
export async function deleteTracesOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('farewell_words').where('person_id', '=', personId).execute()
  await db.updateTable('farewell').set({ begun_by: null }).where('begun_by', '=', personId).execute()
}
