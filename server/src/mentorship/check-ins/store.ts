import { Part } from '@saathi/contract/mentorship/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type CheckInRow = {
  mentorshipId: number
  personId: number
  number: number
  askedAt: Date
  score: number | null
  words: string
  answeredAt: Date | null
}

function checkIns(db: Db) {
  return db
    .selectFrom('check_in')
    .select([
      'mentorship_id as mentorshipId',
      'person_id as personId',
      'number',
      'asked_at as askedAt',
      'score',
      'words',
      'answered_at as answeredAt',
    ])
}

export type DueMember = { mentorshipId: number; personId: number; number: number }

/** Members who joined before `joinedBefore` and were last asked before `askedBefore`, in the order of their mentorships. */
export async function findDueMembers(
  db: Db,
  { joinedBefore, askedBefore, afterId, limit }: { joinedBefore: Date; askedBefore: Date; afterId: number; limit: number },
): Promise<DueMember[]> {
  const { rows } = await sql<DueMember>`
    select member.mentorship_id as "mentorshipId", member.person_id as "personId", coalesce(last.number, 0) + 1 as number
    from mentorship_member member
    left join lateral (
      select number, asked_at from check_in
      where check_in.mentorship_id = member.mentorship_id and check_in.person_id = member.person_id
      order by number desc limit 1) last on true
    where member.left_at is null and member.part <> 'pair_manager' and member.joined_at < ${joinedBefore}
      and (last.asked_at is null or last.asked_at < ${askedBefore}) and member.mentorship_id > ${afterId}
    order by member.mentorship_id, member.person_id
    limit ${limit}`.execute(db)
  return rows
}

/** The members who were not asked before, for example by another server. */
export async function insertCheckIns(db: Db, due: readonly DueMember[], now: Date): Promise<DueMember[]> {
  if (due.length === 0) return []
  return db
    .insertInto('check_in')
    .values(
      due.map(({ mentorshipId, personId, number }) => ({
        mentorship_id: mentorshipId,
        person_id: personId,
        number,
        asked_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['mentorship_id as mentorshipId', 'person_id as personId', 'number'])
    .execute()
}

export async function insertDemoCheckIn(db: Db, row: CheckInRow): Promise<void> {
  await db
    .insertInto('check_in')
    .values({
      mentorship_id: row.mentorshipId,
      person_id: row.personId,
      number: row.number,
      asked_at: row.askedAt,
      score: row.score,
      words: row.words,
      answered_at: row.answeredAt,
    })
    .execute()
}

export async function findNewestCheckIn(db: Db, mentorshipId: number, personId: number): Promise<CheckInRow | null> {
  const row = await checkIns(db)
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', '=', personId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const SHOWN_CHECK_INS = 200

/** Newest first. */
export function findCheckIns(db: Db, mentorshipId: number): Promise<CheckInRow[]> {
  return checkIns(db)
    .where('mentorship_id', '=', mentorshipId)
    .orderBy('asked_at', 'desc')
    .orderBy('person_id')
    .limit(SHOWN_CHECK_INS)
    .execute()
}

type AnswerRow = CheckInRow & { part: Part }

/** The last two answered ones of each current member, newest first. */
export async function findLastAnswers(db: Db, mentorshipIds: readonly number[]): Promise<AnswerRow[]> {
  if (mentorshipIds.length === 0) return []
  const ranked = checkIns(db)
    .select(sql<number>`row_number() over (partition by mentorship_id, person_id order by number desc)`.as('place'))
    .where('mentorship_id', 'in', mentorshipIds)
    .where('answered_at', 'is not', null)
    .as('ranked')
  const rows = await db
    .selectFrom(ranked)
    .innerJoin('mentorship_member as member', (join) =>
      join
        .onRef('member.mentorship_id', '=', 'ranked.mentorshipId')
        .onRef('member.person_id', '=', 'ranked.personId')
        .on('member.left_at', 'is', null),
    )
    .selectAll('ranked')
    .select('member.part')
    .where('place', '<=', 2)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ place: _place, part, ...row }) => ({ ...row, part: Part.parse(part) }))
}

/** The newest one of each current member, if it has no answer. */
export async function findOpenCheckIns(db: Db, mentorshipIds: readonly number[]) {
  const { rows } = await sql<{ mentorshipId: number; personId: number; askedAt: Date }>`
    select member.mentorship_id as "mentorshipId", member.person_id as "personId", last.asked_at as "askedAt"
    from mentorship_member member
    cross join lateral (
      select asked_at, answered_at from check_in
      where check_in.mentorship_id = member.mentorship_id and check_in.person_id = member.person_id
      order by number desc limit 1) last
    where member.mentorship_id = any(${mentorshipIds}::bigint[]) and member.left_at is null and member.part <> 'pair_manager'
      and last.answered_at is null`.execute(db)
  return rows
}

export function findCheckInsOf(db: Db, personId: number): Promise<CheckInRow[]> {
  return checkIns(db).where('person_id', '=', personId).orderBy('asked_at').orderBy('mentorship_id').execute()
}

type Given = { mentorshipId: number; personId: number; number: number; score: number; words: string }

/** Null unless it is the newest. */
export async function updateCheckIn(
  db: Db,
  { mentorshipId, personId, number, score, words }: Given,
  now: Date,
): Promise<CheckInRow | null> {
  const row = await db
    .updateTable('check_in')
    .set({ score, words, answered_at: now })
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', '=', personId)
    .where('number', '=', number)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('check_in as later')
            .select('later.id')
            .where('later.mentorship_id', '=', mentorshipId)
            .where('later.person_id', '=', personId)
            .where('later.number', '>', number),
        ),
      ),
    )
    .returning([
      'mentorship_id as mentorshipId',
      'person_id as personId',
      'number',
      'asked_at as askedAt',
      'score',
      'words',
      'answered_at as answeredAt',
    ])
    .executeTakeFirst()
  return row ?? null
}

export async function deleteCheckInsOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('check_in').where('person_id', '=', personId).execute()
}
