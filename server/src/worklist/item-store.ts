import { WorkFact, WorkSubject } from '@saathi/contract/worklist/entities'
import { WorkRule } from '@saathi/contract/worklist/rules'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type NewItem = {
  rule: WorkRule
  subject: WorkSubject
  subjectId: number
  projectId: number
  mentorshipId: number | null
  personId: number | null
  /** Null: the coordinator of the pair, if there is one. */
  ownerId: number | null
  since: Date
  dueAt: Date
  limit: number
  fact: WorkFact
}

const REVIEW_LOCK = 7_200_049

/** One review at a time, so that a concurrent one sees what the first has written. */
export async function lockReviews(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REVIEW_LOCK})`.execute(db)
}

/** Null: all of them. */
export async function findOpenOf(db: Db, subject: WorkSubject, ids: readonly number[] | null) {
  const rows = await db
    .selectFrom('work_item')
    .select([
      'id',
      'rule',
      'subject',
      'subject_id as subjectId',
      'project_id as projectId',
      'since',
      'due_at as dueAt',
      'limit_value as limit',
      'fact',
    ])
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .$if(ids !== null, (items) => items.where('subject_id', 'in', [0, ...(ids ?? [])]))
    .execute()
  return rows.map((row) => ({
    ...row,
    rule: WorkRule.parse(row.rule),
    subject: WorkSubject.parse(row.subject),
    fact: WorkFact.parse(row.fact),
  }))
}
export type OpenItem = Awaited<ReturnType<typeof findOpenOf>>[number]

export async function closeItems(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('work_item').set({ closed_at: now }).where('id', 'in', ids).execute()
}

/** A coordinator gets the rows of their pairs, and of the people in them. */
export async function insertItems(db: Db, items: readonly NewItem[], now: Date): Promise<void> {
  if (items.length === 0) return
  const column = <V>(read: (item: NewItem) => V): V[] => items.map(read)
  await sql`
    insert into work_item (rule, subject, subject_id, project_id, mentorship_id, person_id, since, due_at, limit_value, fact,
      owner_id, opened_at)
    select input.rule, input.subject, input.subject_id, input.project_id, input.mentorship_id, input.person_id, input.since,
      input.due_at, input.limit_value, input.fact::jsonb, coalesce(input.owner_id, (
        select manager.person_id from mentorship_member manager
        where manager.part = 'pair_manager' and manager.left_at is null and input.subject in ('pair', 'person')
          and manager.mentorship_id in (
            select input.mentorship_id
            union all
            select own.mentorship_id from mentorship_member own where own.person_id = input.person_id and own.left_at is null)
        order by manager.joined_at limit 1)), ${now}
    from unnest(
      ${column(({ rule }) => rule)}::text[],
      ${column(({ subject }) => subject)}::text[],
      ${column(({ subjectId }) => subjectId)}::bigint[],
      ${column(({ projectId }) => projectId)}::bigint[],
      ${column(({ mentorshipId }) => mentorshipId)}::bigint[],
      ${column(({ personId }) => personId)}::bigint[],
      ${column(({ since }) => since.toISOString())}::timestamptz[],
      ${column(({ dueAt }) => dueAt.toISOString())}::timestamptz[],
      ${column(({ limit }) => limit)}::int[],
      ${column(({ fact }) => JSON.stringify(fact))}::text[],
      ${column(({ ownerId }) => ownerId)}::bigint[]
    ) as input (rule, subject, subject_id, project_id, mentorship_id, person_id, since, due_at, limit_value, fact, owner_id)
    on conflict (rule, subject, subject_id) where closed_at is null do nothing`.execute(db)
}

export async function updateItems(db: Db, items: readonly (NewItem & { id: number })[]): Promise<void> {
  if (items.length === 0) return
  const column = <V>(read: (item: NewItem & { id: number }) => V): V[] => items.map(read)
  await sql`
    update work_item set since = input.since, due_at = input.due_at, limit_value = input.limit_value, fact = input.fact::jsonb
    from unnest(
      ${column(({ id }) => id)}::bigint[],
      ${column(({ since }) => since.toISOString())}::timestamptz[],
      ${column(({ dueAt }) => dueAt.toISOString())}::timestamptz[],
      ${column(({ limit }) => limit)}::int[],
      ${column(({ fact }) => JSON.stringify(fact))}::text[]
    ) as input (id, since, due_at, limit_value, fact)
    where work_item.id = input.id`.execute(db)
}

export async function lockItem(db: Db, id: number): Promise<void> {
  await db.selectFrom('work_item').select('id').where('id', '=', id).forUpdate().execute()
}

export async function updateOwner(db: Db, id: number, ownerId: number | null): Promise<void> {
  await db.updateTable('work_item').set({ owner_id: ownerId }).where('id', '=', id).execute()
}

type Snooze = { until: string; reason: string; by: number }

export async function updateSnoozed(db: Db, id: number, snoozed: Snooze | null): Promise<void> {
  await db
    .updateTable('work_item')
    .set({
      snoozed_until: snoozed?.until ?? null,
      snooze_reason: snoozed?.reason ?? null,
      snoozed_by: snoozed?.by ?? null,
    })
    .where('id', '=', id)
    .execute()
}

export async function findName(db: Db, personId: number) {
  return db
    .selectFrom('person')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('id', '=', personId)
    .executeTakeFirst()
}

const KEPT_DAYS = 90

/** Deletes rows that were closed long ago; acts and contacts keep what was done. */
export async function deleteOldItems(db: Db, now: Date): Promise<void> {
  await sql`delete from work_item where closed_at < ${now}::timestamptz - ${KEPT_DAYS} * interval '1 day'`.execute(db)
  await sql`delete from work_presence where seen_at < ${now}::timestamptz - interval '1 day'`.execute(db)
}

/** The pairs of these channels whose row waits for an answer. */
export async function findPairsWithUnanswered(db: Db, channelIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_channel as channel')
    .innerJoin('work_item as item', 'item.mentorship_id', 'channel.mentorship_id')
    .select('item.subject_id as id')
    .distinct()
    .where('channel.id', 'in', channelIds)
    .where('item.rule', '=', 'unanswered')
    .where('item.closed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findPairOfChannel(db: Db, channelId: number): Promise<number | null> {
  const row = await db.selectFrom('chat_channel').select('mentorship_id as id').where('id', '=', channelId).executeTakeFirst()
  return row?.id ?? null
}

export async function findProgrammeOfPair(db: Db, mentorshipId: number): Promise<number[]> {
  const rows = await db.selectFrom('mentorship').select('project_id as id').where('id', '=', mentorshipId).execute()
  return rows.map(({ id }) => id)
}

export async function findPersonWithAddress(db: Db, address: string): Promise<number | null> {
  const row = await db.selectFrom('person').select('id').where('email', '=', address).executeTakeFirst()
  return row?.id ?? null
}
