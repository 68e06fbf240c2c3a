import { CasePart, CaseSource, CaseState } from '@saathi/contract/safety/case-entities'
import { sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

export type CaseRecord = {
  id: number
  projectId: number | null
  programme: string | null
  mentorshipId: number | null
  channelId: number | null
  source: CaseSource
  state: CaseState
  isUrgent: boolean
  isPossibleOffence: boolean
  openedAt: Date
  clockFrom: Date
  dueAt: Date
  answeredAt: Date | null
  takenBy: number | null
  takenAt: Date | null
  closeAskedBy: number | null
  closedAt: Date | null
  decidedAt: Date | null
  looksHiddenUntil: Date | null
  lastEvent: number
  head: Buffer
}

function cases(db: Db) {
  return db
    .selectFrom('safety_case')
    .leftJoin('project', 'project.id', 'safety_case.project_id')
    .select([
      'safety_case.id',
      'safety_case.project_id as projectId',
      'project.name as programme',
      'mentorship_id as mentorshipId',
      'channel_id as channelId',
      'source',
      'state',
      'is_urgent as isUrgent',
      'is_possible_offence as isPossibleOffence',
      'opened_at as openedAt',
      'clock_from as clockFrom',
      'due_at as dueAt',
      'answered_at as answeredAt',
      'taken_by as takenBy',
      'taken_at as takenAt',
      'close_asked_by as closeAskedBy',
      'closed_at as closedAt',
      'decided_at as decidedAt',
      'looks_hidden_until as looksHiddenUntil',
      'last_event as lastEvent',
      'head',
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof cases>['executeTakeFirstOrThrow']>>
const toCase = (row: Row): CaseRecord => ({ ...row, source: CaseSource.parse(row.source), state: CaseState.parse(row.state) })

export async function findCase(db: Db, id: number): Promise<CaseRecord | null> {
  const row = await cases(db).where('safety_case.id', '=', id).executeTakeFirst()
  return row ? toCase(row) : null
}

/** Concurrent calls about one case run one after the other. */
export async function lockCase(db: Db, id: number): Promise<void> {
  await db.selectFrom('safety_case').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export type NewCase = Pick<
  CaseRecord,
  'projectId' | 'mentorshipId' | 'channelId' | 'source' | 'isUrgent' | 'isPossibleOffence' | 'dueAt'
>

export async function insertCase(db: Db, newCase: NewCase, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('safety_case')
    .values({
      project_id: newCase.projectId,
      mentorship_id: newCase.mentorshipId,
      channel_id: newCase.channelId,
      source: newCase.source,
      is_urgent: newCase.isUrgent,
      is_possible_offence: newCase.isPossibleOffence,
      opened_at: now,
      clock_from: now,
      due_at: newCase.dueAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type CaseChanges = Partial<{
  state: CaseState
  is_urgent: boolean
  is_possible_offence: boolean
  clock_from: Date
  due_at: Date
  answered_at: Date | null
  taken_by: number | null
  taken_at: Date | null
  close_asked_by: number | null
  closed_at: Date | null
  decided_at: Date
  looks_hidden_until: Date | null
}>

export async function updateCase(db: Db, id: number, changes: CaseChanges): Promise<void> {
  await db.updateTable('safety_case').set(changes).where('id', '=', id).execute()
}

export type CasePersonRow = { caseId: number; personId: number; part: CasePart }

/** `mayReplace`: a graver part replaces a lighter one. A reporter who is the child in danger stays listed as the child. */
export async function insertCasePerson(db: Db, { caseId, personId, part }: CasePersonRow, mayReplace: boolean): Promise<boolean> {
  const insert = db.insertInto('safety_case_person').values({ case_id: caseId, person_id: personId, part })
  const row = await insert
    .onConflict((conflict) =>
      mayReplace ? conflict.columns(['case_id', 'person_id']).doUpdateSet({ part }) : conflict.doNothing(),
    )
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findCasePeople(db: Db, caseIds: readonly number[]): Promise<CasePersonRow[]> {
  if (caseIds.length === 0) return []
  const rows = await db
    .selectFrom('safety_case_person')
    .select(['case_id as caseId', 'person_id as personId', 'part'])
    .where('case_id', 'in', caseIds)
    .orderBy('person_id')
    .execute()
  return rows.map((row) => ({ ...row, part: CasePart.parse(row.part) }))
}

/** People named in the case and managers of their pairs, none of whom may see it. */
export async function findExcluded(db: Db, caseId: number): Promise<Set<number>> {
  const { rows } = await sql<{ personId: number }>`${excludedFrom(sql`${caseId}`)}`.execute(db)
  return new Set(rows.map(({ personId }) => personId))
}

const excludedFrom = (caseId: ReturnType<typeof sql>) => sql`
  select person_id as "personId" from safety_case_person where case_id = ${caseId}
  union
  select manager.person_id from mentorship_member manager
  where manager.part = 'pair_manager' and manager.left_at is null and (
    manager.mentorship_id = (select own.mentorship_id from safety_case own where own.id = ${caseId})
    or manager.mentorship_id in (
      select member.mentorship_id from mentorship_member member
      join safety_case_person named on named.person_id = member.person_id and named.case_id = ${caseId}
      where member.left_at is null and member.part <> 'pair_manager'))`

export type QueueQuery = {
  show: 'open' | 'mine' | 'free' | 'closed'
  scope: Scope
  readerId: number
}

const visible = (db: Db, { scope, readerId }: Pick<QueueQuery, 'scope' | 'readerId'>) =>
  cases(db)
    .where(sql<boolean>`${readerId} not in (${excludedFrom(sql`safety_case.id`)})`)
    .$if(scope !== 'all', (query) => query.where('safety_case.project_id', 'in', scope === 'all' ? [] : [0, ...scope]))

function shown(db: Db, query: QueueQuery) {
  const found = visible(db, query)
  if (query.show === 'closed') return found.where('state', '=', 'closed').orderBy('closed_at', 'desc')
  const open = found.where('state', '<>', 'closed')
  const narrowed =
    query.show === 'mine'
      ? open.where('taken_by', '=', query.readerId)
      : query.show === 'free'
        ? open.where('taken_by', 'is', null)
        : open
  return narrowed
    .orderBy('is_urgent', 'desc')
    .orderBy(sql`answered_at is not null`)
    .orderBy('due_at')
}

export async function findQueue(
  db: Db,
  query: QueueQuery,
  { skip, limit }: { skip: number; limit: number },
): Promise<CaseRecord[]> {
  const rows = await shown(db, query).orderBy('safety_case.id').offset(skip).limit(limit).execute()
  return rows.map(toCase)
}

/** The most urgent unassigned case, skipping one that somebody is taking right now. */
export async function lockNextFree(db: Db, query: Pick<QueueQuery, 'scope' | 'readerId'>): Promise<number | null> {
  const row = await shown(db, { ...query, show: 'free' })
    .where('state', '=', 'open')
    .orderBy('safety_case.id')
    .limit(1)
    .forNoKeyUpdate('safety_case')
    .skipLocked()
    .executeTakeFirst()
  return row?.id ?? null
}

export type Counts = { urgent: number; normal: number; mine: number; free: number; pastTime: number }

export async function countQueue(db: Db, query: Pick<QueueQuery, 'scope' | 'readerId'>, now: Date): Promise<Counts> {
  const row = await db
    .selectFrom(visible(db, query).where('state', '<>', 'closed').as('open'))
    .select([
      sql<number>`count(*) filter (where "isUrgent")::int`.as('urgent'),
      sql<number>`count(*) filter (where not "isUrgent")::int`.as('normal'),
      sql<number>`count(*) filter (where "takenBy" = ${query.readerId})::int`.as('mine'),
      sql<number>`count(*) filter (where "takenBy" is null)::int`.as('free'),
      sql<number>`count(*) filter (where "answeredAt" is null and "dueAt" < ${now})::int`.as('pastTime'),
    ])
    .executeTakeFirst()
  return row ?? { urgent: 0, normal: 0, mine: 0, free: 0, pastTime: 0 }
}

export type AnsweredCase = { isUrgent: boolean; minutes: number; isInTime: boolean }

export async function findAnswered(db: Db, query: Pick<QueueQuery, 'scope' | 'readerId'>, since: Date): Promise<AnsweredCase[]> {
  return db
    .selectFrom(visible(db, query).where('answered_at', '>', since).as('answered'))
    .select([
      'isUrgent',
      sql<number>`extract(epoch from "answeredAt" - "clockFrom")::float / 60`.as('minutes'),
      sql<boolean>`"answeredAt" <= "dueAt"`.as('isInTime'),
    ])
    .limit(5_000)
    .execute()
}

/** The person's open case about danger. */
export async function lockOpenDanger(db: Db, personId: number): Promise<number | null> {
  const row = await db
    .selectFrom('safety_case')
    .innerJoin('safety_case_person as child', 'child.case_id', 'safety_case.id')
    .select('safety_case.id')
    .where('source', '=', 'danger')
    .where('state', '<>', 'closed')
    .where('child.person_id', '=', personId)
    .where('child.part', '=', 'child')
    .orderBy('safety_case.id')
    .limit(1)
    .forNoKeyUpdate('safety_case')
    .executeTakeFirst()
  return row?.id ?? null
}
