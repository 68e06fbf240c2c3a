import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { findAgreed } from './agreement/store.ts'
import { findLastAnswers, findOpenCheckIns } from './check-ins/store.ts'
import { findParting } from './farewell/store.ts'

type PairPart = { overdue: { since: Date; count: number } | null; lateMembers: number[]; endsAt: Date | null }
type Row = { id: number; since: Date | null; count: number; people: number[] | null; endsAt: Date | null }

/**
 * Overdue sessions that a current member has not finished, and the planned end of the pair: that of the mentees' cohort,
 * otherwise that of the last session.
 */
export async function addDeadlines(db: Db, pairs: ReadonlyMap<number, PairPart>, now: Date): Promise<void> {
  const { rows } = await sql<Row>`
    select mentorship.id, late.since, coalesce(late.count, 0) as count, late.people, coalesce(cohorts.ends_at, late.last_at) as "endsAt"
    from mentorship
    left join lateral (
      select min(walk.end_date) filter (where progress.completed_at is null and walk.end_date < ${now}) as since,
        (count(distinct walk.session_id) filter (where progress.completed_at is null and walk.end_date < ${now}))::int as count,
        array_agg(distinct walk.person_id) filter (where progress.completed_at is null and walk.end_date < ${now}) as people,
        max(walk.end_date) as last_at
      from walk
      join mentorship_member member on member.mentorship_id = walk.mentorship_id and member.person_id = walk.person_id
        and member.left_at is null
      left join session_progress progress on progress.mentorship_id = walk.mentorship_id
        and progress.person_id = walk.person_id and progress.session_id = walk.session_id
      where walk.mentorship_id = mentorship.id and walk.closed_at is null
    ) late on true
    left join lateral (
      select max((cohort.ends_on + 1)::timestamp at time zone 'Asia/Kolkata') as ends_at
      from mentorship_member member
      join person on person.id = member.person_id
      join cohort on cohort.id = person.cohort_id
      where member.mentorship_id = mentorship.id and member.part = 'mentee' and member.left_at is null
    ) cohorts on true
    where mentorship.id = any(${[...pairs.keys()]}::bigint[])`.execute(db)
  for (const { id, since, count, people, endsAt } of rows) {
    const pair = pairs.get(id)
    if (!pair) continue
    pair.overdue = since && { since, count }
    pair.lateMembers = (people ?? []).map(Number)
    pair.endsAt ??= endsAt
  }
}

type CheckInFact = { personId: number; side: 'mentor' | 'mentee'; at: Date; score: number }
type CoursePart = {
  agreedDays: number | null
  checkIns: CheckInFact[]
  openCheckIns: { personId: number; since: Date }[]
  isParting: boolean
}
const MONTH_DAYS = 30

/**
 * The agreed number of meetings, each member's last two check-ins, unanswered check-ins, and whether a farewell is in progress.
 */
export async function addCourse(db: Db, pairs: ReadonlyMap<number, CoursePart>): Promise<void> {
  const ids = [...pairs.keys()]
  for (const id of await findParting(db, ids)) {
    const pair = pairs.get(id)
    if (pair) pair.isParting = true
  }
  for (const { mentorshipId, meetingsPerMonth } of await findAgreed(db, ids)) {
    const pair = pairs.get(mentorshipId)
    if (pair) pair.agreedDays = Math.round(MONTH_DAYS / meetingsPerMonth)
  }
  for (const { mentorshipId, personId, part, score, answeredAt } of await findLastAnswers(db, ids)) {
    if (part === 'pair_manager' || score === null || answeredAt === null) continue
    pairs.get(mentorshipId)?.checkIns.push({ personId, side: part, at: answeredAt, score })
  }
  for (const { mentorshipId, personId, askedAt } of await findOpenCheckIns(db, ids))
    pairs.get(mentorshipId)?.openCheckIns.push({ personId, since: askedAt })
}
