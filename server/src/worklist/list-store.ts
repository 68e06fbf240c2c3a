import { WorkFact, WorkSubject, type WorkView } from '@saathi/contract/worklist/entities'
import { WorkRule } from '@saathi/contract/worklist/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import { isInScope, type Visible } from './scope.ts'

/** For queries with the table alias `item`. Rows about groups and proposals need access to the whole programme. */
const isVisible = (visible: Visible): RawBuilder<boolean> => {
  const { programmes, caseProgrammes, mentorshipIds, personIds, readerId } = visible
  if (programmes === 'all') return sql`true`
  return sql`(${isInScope(programmes, sql`item.project_id`)} or (${isInScope(caseProgrammes, sql`item.project_id`)} and (
    item.owner_id = ${readerId} or item.mentorship_id = any(${mentorshipIds}::bigint[])
    or (item.subject = 'person' and item.person_id = any(${personIds}::bigint[])))))`
}

const DONE_DAYS = 7

type ListQuery = { view: WorkView; rule: WorkRule | undefined; programme: number | undefined; now: Date; today: string }
export type WorkCursor = { at: Date; id: number }

const viewOf = ({ view, now, today }: ListQuery, readerId: number): RawBuilder<boolean> => {
  const isOpen = sql<boolean>`item.closed_at is null and (item.snoozed_until is null or item.snoozed_until <= ${today}::date)`
  if (view === 'done') return sql`item.closed_at > ${now}::timestamptz - ${DONE_DAYS} * interval '1 day'`
  if (view === 'snoozed') return sql`item.closed_at is null and item.snoozed_until > ${today}::date`
  if (view === 'team') return isOpen
  return sql`${isOpen} and (item.owner_id = ${readerId} or item.owner_id is null)`
}

const columns = sql`
  item.id, item.rule, item.subject, item.subject_id as "subjectId", item.project_id as "projectId", project.name as programme,
  item.mentorship_id as "mentorshipId", item.person_id as "personId", item.since, item.due_at as "dueAt",
  item.limit_value as "limit", item.fact, item.closed_at as "closedAt",
  owner.id as "ownerId", owner.first_name as "ownerFirst", owner.last_name as "ownerLast",
  item.snoozed_until::text as "snoozedUntil", item.snooze_reason as "snoozeReason", snoozer.first_name as "snoozedBy"`
const joins = sql`
  join project on project.id = item.project_id
  left join person owner on owner.id = item.owner_id
  left join person snoozer on snoozer.id = item.snoozed_by`

type RawItem = {
  id: number
  rule: string
  subject: string
  subjectId: number
  projectId: number
  programme: string
  mentorshipId: number | null
  personId: number | null
  since: Date
  dueAt: Date
  limit: number
  fact: unknown
  closedAt: Date | null
  ownerId: number | null
  ownerFirst: string | null
  ownerLast: string | null
  snoozedUntil: string | null
  snoozeReason: string | null
  snoozedBy: string | null
}
const toItem = (row: RawItem) => ({
  ...row,
  rule: WorkRule.parse(row.rule),
  subject: WorkSubject.parse(row.subject),
  fact: WorkFact.parse(row.fact),
})
export type ItemRow = ReturnType<typeof toItem>

/** Longest overdue first; done rows by latest first. */
export async function findItems(db: Db, visible: Visible, query: ListQuery, after: WorkCursor | null, limit: number) {
  const isDone = query.view === 'done'
  const at = isDone ? sql`item.closed_at` : sql`item.due_at`
  const position = after
    ? sql`(${at}, item.id) ${isDone ? sql`<` : sql`>`} (${after.at}::timestamptz, ${after.id}::bigint)`
    : sql`true`
  const { rows } = await sql<RawItem>`
    select ${columns} from work_item item ${joins}
    where ${viewOf(query, visible.readerId)} and ${isVisible(visible)} and ${position}
      and ${query.rule === undefined ? sql`true` : sql`item.rule = ${query.rule}`}
      and ${query.programme === undefined ? sql`true` : sql`item.project_id = ${query.programme}`}
    order by ${at} ${isDone ? sql`desc` : sql`asc`}, item.id ${isDone ? sql`desc` : sql`asc`}
    limit ${limit}`.execute(db)
  return rows.map(toItem)
}

export async function findItem(db: Db, visible: Visible, id: number): Promise<ItemRow | null> {
  const { rows } = await sql<RawItem>`
    select ${columns} from work_item item ${joins} where item.id = ${id} and ${isVisible(visible)}`.execute(db)
  return rows[0] ? toItem(rows[0]) : null
}

/** All open rows about a pair and its people. */
export async function findItemsOfPair(db: Db, mentorshipId: number): Promise<ItemRow[]> {
  const { rows } = await sql<RawItem>`
    select ${columns} from work_item item ${joins}
    where item.closed_at is null and (item.mentorship_id = ${mentorshipId} or (item.subject = 'person' and item.person_id in (
      select person_id from mentorship_member where mentorship_id = ${mentorshipId} and left_at is null and part <> 'pair_manager')))
    order by item.due_at, item.id limit 50`.execute(db)
  return rows.map(toItem)
}

export async function countItems(db: Db, visible: Visible, query: ListQuery) {
  const count = (view: WorkView) => sql`count(*) filter (where ${viewOf({ ...query, view }, visible.readerId)})::int`
  const { rows } = await sql<{ mine: number; team: number; snoozed: number; done: number }>`
    select ${count('mine')} as mine, ${count('team')} as team, ${count('snoozed')} as snoozed, ${count('done')} as done
    from work_item item
    where ${isVisible(visible)} and (item.closed_at is null or ${viewOf({ ...query, view: 'done' }, visible.readerId)})
      and ${query.programme === undefined ? sql`true` : sql`item.project_id = ${query.programme}`}`.execute(db)
  return rows[0] ?? { mine: 0, team: 0, snoozed: 0, done: 0 }
}

export async function countByRule(db: Db, visible: Visible, query: ListQuery) {
  const { rows } = await sql<{ rule: string; count: number }>`
    select item.rule, count(*)::int as count from work_item item
    where ${viewOf(query, visible.readerId)} and ${isVisible(visible)}
      and ${query.programme === undefined ? sql`true` : sql`item.project_id = ${query.programme}`}
    group by item.rule`.execute(db)
  const counts = new Map(rows.map(({ rule, count }) => [rule, count]))
  return WorkRule.options.flatMap((rule) => {
    const found = counts.get(rule)
    return found ? [{ rule, count: found }] : []
  })
}

/** The pairs that a coordinator manages, their people, and people handed over to the coordinator. */
export async function findCaseload(db: Db, managerId: number, programmes: Scope) {
  const pairs = await sql<{ id: number }>`
    select mentorship.id from mentorship_member manager join mentorship on mentorship.id = manager.mentorship_id
    where manager.person_id = ${managerId} and manager.part = 'pair_manager' and manager.left_at is null
      and mentorship.ended_at is null and ${isInScope(programmes, sql`mentorship.project_id`)}`.execute(db)
  const mentorshipIds = pairs.rows.map(({ id }) => id)
  const people = await sql<{ id: number }>`
    with own as (
      select unnest(${mentorshipIds}::bigint[]) as mentorship_id
      union
      select mentorship_id from work_item where owner_id = ${managerId} and closed_at is null
    )
    select person.id from person
    where ${isInScope(programmes, sql`person.project_id`)} and person.id in (
      select member.person_id from own join mentorship_member member on member.mentorship_id = own.mentorship_id
        and member.left_at is null and member.part <> 'pair_manager'
      union
      select person_id from work_item where owner_id = ${managerId} and closed_at is null
      union
      select person_id from next_contact where staff_id = ${managerId})`.execute(db)
  return { mentorshipIds, personIds: people.rows.map(({ id }) => id) }
}
