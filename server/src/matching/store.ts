import { GroupType } from '@saathi/contract/mentorship/entities'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { FileSummary } from '#core/files/describe-file.ts'
import { fileAsJson } from '#core/files/store.ts'
import { type Reason, Reasons, SeekerAnswers } from './offer.ts'

export type Side = 'mentor' | 'mentee'

/** An offer as seen by one of its two people. */
export type VisibleOffer = {
  id: number
  projectId: number
  groupType: GroupType
  state: string
  endedBy: string | null
  alias: string
  score: number
  reasons: readonly Reason[]
  turnStartedAt: Date
  expiresAt: Date | null
  chosenAt: Date | null
  /** The side of the reader. */
  side: Side
  otherId: number
  firstName: string
  lastName: string
  bio: string
  pictureUrl: string | null
  pictureFileId: string | null
  deletedAt: Date | null
  affiliation: string
}

type Condition = RawBuilder<SqlBool>

/** The first side sees published offers, the other side only chosen ones. */
export const isVisibleTo = (readerId: number): Condition => sql<SqlBool>`(
  (offer.mentor_id = ${readerId} and (offer.chosen_at is not null or (offer.group_type = '1toM' and ${wasPublished})))
  or (offer.mentee_id = ${readerId} and (offer.chosen_at is not null or (offer.group_type = '1to1' and ${wasPublished}))))`
const wasPublished: Condition = sql<SqlBool>`(offer.state <> 'proposed' and offer.expires_at is not null)`

/** The reader can still answer it. A mentee who has chosen cannot answer again. */
const isUndecidedFor = (readerId: number, now: Date): Condition => sql<SqlBool>`(
  offer.expires_at > ${now} and (offer.state = 'issued' or (offer.state = 'chosen' and offer.mentor_id = ${readerId})))`

/** The offer ended after this time without the reader's answer, or their choice had no result. A newer offer replaces it. */
const wasLost = (readerId: number, now: Date, since: Date): Condition => sql<SqlBool>`(
  case
    when offer.chosen_at is not null and (offer.group_type = '1toM' or offer.mentee_id = ${readerId}) then
      offer.group_type = '1to1' and offer.state in ('expired', 'unavailable', 'rejected')
      and offer.ended_by is distinct from 'mentee' and offer.ended_at > ${since}
    when offer.state in ('issued', 'chosen') then offer.expires_at <= ${now} and offer.expires_at > ${since}
    else offer.state in ('expired', 'unavailable') and offer.ended_at > ${since}
  end
  and not exists (
    select from match_offer newer
    where newer.mentor_id = offer.mentor_id and newer.mentee_id = offer.mentee_id
      and newer.id > offer.id and newer.state <> 'proposed'))`

function offersVisibleTo(db: Db, readerId: number) {
  return db
    .selectFrom('match_offer as offer')
    .innerJoin('person as other', (join) =>
      join.on(sql<SqlBool>`other.id = case when offer.mentor_id = ${readerId} then offer.mentee_id else offer.mentor_id end`),
    )
    .innerJoin('project', 'project.id', 'offer.project_id')
    .leftJoin('institution', 'institution.code', 'other.institution_code')
    .select([
      'offer.id',
      'offer.project_id as projectId',
      'offer.group_type as groupType',
      'offer.state',
      'offer.ended_by as endedBy',
      'offer.alias',
      'offer.score',
      'offer.reasons',
      'offer.turned_at as turnStartedAt',
      'offer.expires_at as expiresAt',
      'offer.chosen_at as chosenAt',
      'offer.mentor_id as mentorId',
      'other.id as otherId',
      'other.first_name as firstName',
      'other.last_name as lastName',
      'other.bio',
      'other.picture_url as pictureUrl',
      'other.picture_file_id as pictureFileId',
      'other.deleted_at as deletedAt',
    ])
    .select(({ fn, ref }) => fn.coalesce(ref('institution.name'), ref('project.name')).as('affiliation'))
    .where(isVisibleTo(readerId))
}
type Row = Awaited<ReturnType<ReturnType<typeof offersVisibleTo>['executeTakeFirstOrThrow']>>

const toVisibleOffer = ({ mentorId, groupType, reasons, ...row }: Row): VisibleOffer => ({
  ...row,
  groupType: GroupType.parse(groupType),
  reasons: Reasons.parse(reasons),
  side: mentorId === row.otherId ? 'mentee' : 'mentor',
})

/** An offer in a list, with the other person's picture and, while they are in the pool, their answers. */
export type ListedOffer = VisibleOffer & { pictureFile: FileSummary | null; answers: SeekerAnswers | null }

const listedOffers = (db: Db, readerId: number) =>
  offersVisibleTo(db, readerId)
    .leftJoin('match_seeker as waiting', 'waiting.person_id', 'other.id')
    .select(['waiting.answers', fileAsJson(db, 'other.picture_file_id').as('pictureFile')])
type ListedRow = Awaited<ReturnType<ReturnType<typeof listedOffers>['executeTakeFirstOrThrow']>>

const toListedOffer = (row: ListedRow): ListedOffer => ({
  ...toVisibleOffer(row),
  pictureFile: row.pictureFile,
  answers: row.answers === null ? null : SeekerAnswers.parse(row.answers),
})

type Page = { page: number; size: number }
type OfferPage = { offers: ListedOffer[]; hasNextPage: boolean }

/** All offers ever visible to the reader, newest first. */
export async function findHistory(db: Db, readerId: number, { page, size }: Page): Promise<OfferPage> {
  const rows = await listedOffers(db, readerId)
    .orderBy('offer.turned_at', 'desc')
    .orderBy('offer.id', 'desc')
    .limit(size + 1)
    .offset((page - 1) * size)
    .execute()
  return { offers: rows.slice(0, size).map(toListedOffer), hasNextPage: rows.length > size }
}

/** Offers to decide, followed by those lost since then. */
export async function findUndecided(
  db: Db,
  readerId: number,
  { page, size, now, since }: Page & { now: Date; since: Date },
): Promise<OfferPage> {
  const rows = await listedOffers(db, readerId)
    .where(({ or }) => or([isUndecidedFor(readerId, now), wasLost(readerId, now, since)]))
    .orderBy(isUndecidedFor(readerId, now), 'desc')
    // Same order as the engine: best score first, then longest waiting.
    .orderBy('offer.score', 'desc')
    .orderBy('waiting.since', (order) => order.asc().nullsLast())
    .orderBy('offer.id')
    .limit(size + 1)
    .offset((page - 1) * size)
    .execute()
  return { offers: rows.slice(0, size).map(toListedOffer), hasNextPage: rows.length > size }
}

export async function countUndecided(db: Db, readerId: number, now: Date): Promise<{ count: number; firstEnds: Date | null }> {
  return db
    .selectFrom('match_offer as offer')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('offer.expires_at').as('firstEnds')])
    .where(isVisibleTo(readerId))
    .where(isUndecidedFor(readerId, now))
    .executeTakeFirstOrThrow()
}

/** The offer that a mentee has chosen and that awaits the mentor's answer; at most one. */
export async function findAwaitedOffer(db: Db, readerId: number, now: Date): Promise<ListedOffer[]> {
  const rows = await listedOffers(db, readerId)
    .where('offer.mentee_id', '=', readerId)
    .where('offer.state', '=', 'chosen')
    .where('offer.expires_at', '>', now)
    .execute()
  return rows.map(toListedOffer)
}

export async function findVisibleOffer(db: Db, readerId: number, id: number): Promise<VisibleOffer | null> {
  const row = await offersVisibleTo(db, readerId).where('offer.id', '=', id).executeTakeFirst()
  return row ? toVisibleOffer(row) : null
}

/** Whether the reader can see an open offer with this person. */
export async function isOfferedTo(db: Db, readerId: number, personId: number, now: Date): Promise<boolean> {
  const row = await offersVisibleTo(db, readerId)
    .where('other.id', '=', personId)
    .where('offer.ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('offer.state', '=', 'held'), eb('offer.expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The other person of an offer that the reader has seen. */
export const findOfferedPerson = async (db: Db, readerId: number, offerId: number): Promise<number | null> =>
  (await findVisibleOffer(db, readerId, offerId))?.otherId ?? null

/** Whether the reader has ever seen an offer with this person. */
export async function wasOfferedTo(db: Db, readerId: number, personId: number): Promise<boolean> {
  const row = await offersVisibleTo(db, readerId).where('other.id', '=', personId).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The people with whom the reader was matched by mutual choice. */
export async function findMatchedWith(db: Db, readerId: number, personIds: readonly number[]): Promise<Set<number>> {
  if (personIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('match_offer')
    .select(['mentor_id as mentorId', 'mentee_id as menteeId'])
    .where('group_type', '=', '1to1')
    .where('state', '=', 'success')
    .where(({ or, and, eb }) =>
      or([
        and([eb('mentor_id', '=', readerId), eb('mentee_id', 'in', personIds)]),
        and([eb('mentee_id', '=', readerId), eb('mentor_id', 'in', personIds)]),
      ]),
    )
    .execute()
  return new Set(rows.map(({ mentorId, menteeId }) => (mentorId === readerId ? menteeId : mentorId)))
}

/** Answers by person, for people in the pool. */
export async function findSeekerAnswers(db: Db, personIds: readonly number[]): Promise<Map<number, SeekerAnswers>> {
  if (personIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('match_seeker')
    .select(['person_id as personId', 'answers'])
    .where('person_id', 'in', personIds)
    .execute()
  return new Map(rows.map(({ personId, answers }) => [personId, SeekerAnswers.parse(answers)]))
}
