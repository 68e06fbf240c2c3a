import { GroupType } from '@saathi/contract/mentorship/entities'
import { StaffOffer } from '@saathi/contract/matching/staff-calls'
import type * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'
import { SeekerAnswers } from './offer.ts'

const OfferState = StaffOffer.shape.state
export type OfferState = z.infer<typeof OfferState>

export type OfferRow = {
  id: number
  projectId: number
  mentorId: number
  menteeId: number
  groupType: GroupType
  state: OfferState
  alias: string
  /** When the person who must decide now got the offer. */
  turnStartedAt: Date
  expiresAt: Date | null
  chosenAt: Date | null
}
export type SeekerRow = { personId: number; projectId: number; part: string; answers: SeekerAnswers }

/**
 * Lock these rows before reading or changing offers or groups. Mentors come before mentees, each by id, so that concurrent changes
 * wait for each other without deadlock. Returns the people who are still in the pool.
 */
export async function lockSeekers(db: Db, personIds: readonly number[]): Promise<Map<number, SeekerRow>> {
  if (personIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('match_seeker')
    .select(['person_id as personId', 'project_id as projectId', 'part', 'answers'])
    .where(({ eb, fn, val }) => eb('person_id', '=', fn.any(val([...personIds]))))
    .orderBy(({ eb }) => eb('part', '=', 'mentor'), 'desc')
    .orderBy('person_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.personId, { ...row, answers: SeekerAnswers.parse(row.answers) }]))
}

export function offers(db: Db) {
  return db
    .selectFrom('match_offer')
    .select([
      'id',
      'project_id as projectId',
      'mentor_id as mentorId',
      'mentee_id as menteeId',
      'group_type as groupType',
      'state',
      'alias',
      'turned_at as turnStartedAt',
      'expires_at as expiresAt',
      'chosen_at as chosenAt',
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof offers>['executeTakeFirstOrThrow']>>
export const toOffer = (row: Row): OfferRow => ({
  ...row,
  groupType: GroupType.parse(row.groupType),
  state: OfferState.parse(row.state),
})

/** All open offers of these people, on either side. Lock the people first. */
export async function lockOffersOf(db: Db, personIds: readonly number[]): Promise<OfferRow[]> {
  if (personIds.length === 0) return []
  const rows = await offers(db)
    .where('ended_at', 'is', null)
    .where(({ eb, or }) => or([eb('mentor_id', 'in', personIds), eb('mentee_id', 'in', personIds)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(toOffer)
}

/** The offers, among these, that are open. */
export async function lockOffers(db: Db, ids: readonly number[]): Promise<OfferRow[]> {
  if (ids.length === 0) return []
  const rows = await offers(db)
    .where('ended_at', 'is', null)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(toOffer)
}

export async function findOffers(db: Db, ids: readonly number[]): Promise<OfferRow[]> {
  if (ids.length === 0) return []
  const rows = await offers(db)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .orderBy('id')
    .execute()
  return rows.map(toOffer)
}

/** Read without locks, to find out which people to lock. */
export async function findOpenOffersOf(db: Db, personIds: readonly number[]): Promise<OfferRow[]> {
  if (personIds.length === 0) return []
  const rows = await offers(db)
    .where('ended_at', 'is', null)
    .where(({ eb, or }) => or([eb('mentor_id', 'in', personIds), eb('mentee_id', 'in', personIds)]))
    .execute()
  return rows.map(toOffer)
}

/** Lock order: seekers first, then offers. */
export async function lockPeople(db: Db, personIds: readonly number[]): Promise<void> {
  await db
    .selectFrom('person')
    .select('id')
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...personIds]))))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function deleteSeekers(db: Db, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return
  await db.deleteFrom('match_seeker').where('person_id', 'in', personIds).execute()
}
