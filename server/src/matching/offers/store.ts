import { GroupType } from '@saathi/contract/mentorship/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { type OfferRow, offers, toOffer, type OfferState } from '../lock-store.ts'
import type { NewOffer } from '../offer.ts'

/** A person's open offers. `isTaken`: as a mentee they have chosen a mentor or hold a place. */
export type OpenOffers = { waiting: number; isTaken: boolean }
const BATCH_SIZE = 1000

/** Chosen offers count as places of the mentor, not as waiting offers. */
export async function countOpenOffers(db: Db, personIds: readonly number[]): Promise<Map<number, OpenOffers>> {
  const ids = [...personIds]
  const { rows } = await sql<{ personId: number; waiting: number; isTaken: boolean }>`
    select person_id as "personId",
      count(*) filter (where state in ('proposed', 'issued'))::int as waiting,
      bool_or(is_mentee and state in ('chosen', 'held')) as "isTaken"
    from (
      select mentor_id as person_id, state, false as is_mentee from match_offer
      where ended_at is null and mentor_id = any(${ids}::bigint[])
      union all
      select mentee_id, state, true from match_offer
      where ended_at is null and mentee_id = any(${ids}::bigint[])
    ) around
    group by person_id`.execute(db)
  return new Map(rows.map(({ personId, waiting, isTaken }) => [personId, { waiting, isTaken }]))
}

/** Pairs that staff keep apart, or that were rejected, expired or matched before, as `mentor mentee`. */
export async function findApartPairs(db: Db, mentorIds: readonly number[]): Promise<Set<string>> {
  const ids = [...mentorIds]
  const { rows } = await sql<{ mentorId: number; menteeId: number }>`
    select mentor_id as "mentorId", mentee_id as "menteeId" from match_apart where mentor_id = any(${ids}::bigint[])
    union
    select mentor_id, mentee_id from match_offer
    where mentor_id = any(${ids}::bigint[]) and (state = 'rejected' or (state = 'expired' and chosen_at is not null))
    union
    select led.person_id, followed.person_id
    from mentorship_member led
    join mentorship_member followed on followed.mentorship_id = led.mentorship_id and followed.part = 'mentee'
    where led.part = 'mentor' and led.person_id = any(${ids}::bigint[])`.execute(db)
  return new Set(rows.map(({ mentorId, menteeId }) => `${mentorId} ${menteeId}`))
}

export type OfferBatch = { projectId: number; groupType: GroupType; now: Date }
/** `expiresAt` is null until staff publish the offer. */
export type PreparedOffer = NewOffer & { alias: string; expiresAt: Date | null }

/** Skips pairs that already have an open offer. */
export async function insertOffers(
  db: Db,
  { projectId, groupType, now }: OfferBatch,
  prepared: readonly PreparedOffer[],
): Promise<{ id: number; mentorId: number; menteeId: number; isPublished: boolean }[]> {
  const made = []
  for (let at = 0; at < prepared.length; at += BATCH_SIZE) {
    const rows = await db
      .insertInto('match_offer')
      .values(
        prepared.slice(at, at + BATCH_SIZE).map((offer) => ({
          project_id: projectId,
          mentor_id: offer.mentorId,
          mentee_id: offer.menteeId,
          group_type: groupType,
          state: offer.expiresAt === null ? 'proposed' : 'issued',
          alias: offer.alias,
          score: offer.score,
          reasons: JSON.stringify(offer.reasons),
          turned_at: now,
          expires_at: offer.expiresAt,
          created_at: now,
          made_by: offer.madeBy ?? null,
          made_because: offer.madeBecause ?? '',
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'mentor_id as mentorId', 'mentee_id as menteeId', 'expires_at as expiresAt'])
      .execute()
    made.push(...rows.map(({ expiresAt, ...row }) => ({ ...row, isPublished: expiresAt !== null })))
  }
  return made
}

export async function updateOffersIssued(db: Db, ids: readonly number[], turnStartedAt: Date, expiresAt: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('match_offer')
    .set({ state: 'issued', turned_at: turnStartedAt, expires_at: expiresAt })
    .where('id', 'in', ids)
    .where('state', '=', 'proposed')
    .execute()
}

/** A person who can choose, and the number of offers made to them at the same moment. */
export type Found = { personId: number; count: number; groupType: GroupType }

/** A batch of people who received offers at that moment and can still choose, by id. */
export async function findPeopleToNotify(
  db: Db,
  { projectId, at, after, limit }: { projectId: number; at: Date; after: number; limit: number },
): Promise<Found[]> {
  const { rows } = await sql<Omit<Found, 'groupType'> & { groupType: string }>`
    select case group_type when '1toM' then mentor_id else mentee_id end as "personId",
      count(*)::int as count, min(group_type) as "groupType"
    from match_offer
    where project_id = ${projectId} and ended_at is null and state = 'issued' and turned_at = ${at}
      and case group_type when '1toM' then mentor_id else mentee_id end > ${after}
    group by 1
    order by 1
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, groupType: GroupType.parse(row.groupType) }))
}

/** A batch of the unanswered offers that expire at exactly this moment, by id. */
export async function findExpiring(
  db: Db,
  { projectId, at, after, limit }: { projectId: number; at: Date; after: number; limit: number },
): Promise<OfferRow[]> {
  const rows = await offers(db)
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .where('state', 'in', ['issued', 'chosen'])
    .where('expires_at', '=', at)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toOffer)
}

/** Expiry times before this moment that still have open offers. */
export async function findOverdue(db: Db, before: Date): Promise<{ projectId: number; at: Date }[]> {
  const { rows } = await sql<{ projectId: number; at: Date }>`
    select distinct project_id as "projectId", expires_at as at from match_offer
    where ended_at is null and state in ('issued', 'chosen') and expires_at < ${before}
    order by 1, 2`.execute(db)
  return rows
}

/** The requested offers that this person may see. The second side sees an offer only once the first has chosen it. */
export async function findChoosableOffers(
  db: Db,
  personId: number,
  { ids, aliases }: { ids: readonly number[]; aliases: readonly string[] },
): Promise<OfferRow[]> {
  const rows = await offers(db)
    .where(({ eb, fn, val, or }) => or([eb('id', '=', fn.any(val([...ids]))), eb('alias', '=', fn.any(val([...aliases])))]))
    // Set when the offer is published.
    .where('expires_at', 'is not', null)
    .where(({ eb, or, and }) =>
      or([
        and([eb('mentor_id', '=', personId), or([eb('group_type', '=', '1toM'), eb('chosen_at', 'is not', null)])]),
        and([eb('mentee_id', '=', personId), or([eb('group_type', '=', '1to1'), eb('chosen_at', 'is not', null)])]),
      ]),
    )
    .execute()
  return rows.map(toOffer)
}

/** The turn passes to the mentor. */
export async function updateOfferChosen(db: Db, id: number, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('match_offer')
    .set({ state: 'chosen', chosen_at: now, turned_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

/** Mentees of a group are not asked, so no new turn starts. */
export async function updateOffersHeld(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('match_offer').set({ state: 'held', chosen_at: now }).where('id', 'in', ids).execute()
}

export type Ending = {
  state: Exclude<OfferState, 'proposed' | 'issued' | 'chosen' | 'held'>
  endedBy?: 'mentor' | 'mentee' | 'staff' | null
}

export async function updateOffersEnded(
  db: Db,
  ids: readonly number[],
  { state, endedBy = null }: Ending,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('match_offer')
    .set({ state, ended_by: endedBy, ended_at: now })
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .where('ended_at', 'is', null)
    .execute()
}

/** Releases the group places of these offers. */
export async function deletePlacesOf(db: Db, offerIds: readonly number[]): Promise<void> {
  if (offerIds.length === 0) return
  await db.deleteFrom('match_group_place').where('offer_id', 'in', offerIds).execute()
}

/** Ends groups that have no members left. */
export async function updateEmptyGroupsEnded(db: Db, mentorIds: readonly number[], now: Date): Promise<void> {
  if (mentorIds.length === 0) return
  await db
    .updateTable('match_group')
    .set({ ended_at: now })
    .where('mentor_id', 'in', mentorIds)
    .where('ended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('match_group_place').select('place').whereRef('group_id', '=', 'match_group.id'))),
    )
    .execute()
}

/** The people who are mentees in an active mentorship. */
export async function findActiveMentees(db: Db, personIds: readonly number[]): Promise<number[]> {
  if (personIds.length === 0) return []
  const rows = await db
    .selectFrom('mentorship_member as member')
    .innerJoin('mentorship', 'mentorship.id', 'member.mentorship_id')
    .select('member.person_id as personId')
    .where('member.person_id', 'in', personIds)
    .where('member.part', '=', 'mentee')
    .where('member.left_at', 'is', null)
    .where('mentorship.ended_at', 'is', null)
    .execute()
  return rows.map(({ personId }) => personId)
}
