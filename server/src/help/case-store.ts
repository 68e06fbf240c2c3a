import { searchForm } from '@saathi/contract/core/search-form'
import type { HelpView } from '@saathi/contract/help/entities'
import { sql } from 'kysely'
import { hasWords, type Scope, wordStartsIn } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

/** Roles that may answer, and the time: a conversation does not stay with a colleague whose right has ended. */
export type Team = { roles: readonly string[]; now: Date }

function cases(db: Db, { roles, now }: Team) {
  return db
    .selectFrom('help_case')
    .innerJoin('person', 'person.id', 'help_case.person_id')
    .leftJoin('person as assignee', (join) =>
      join
        .onRef('assignee.id', '=', 'help_case.assigned_to')
        .on('assignee.deleted_at', 'is', null)
        .on('assignee.disabled_at', 'is', null)
        .on(({ exists, selectFrom }) =>
          exists(
            selectFrom('staff_right')
              .select('staff_right.id')
              .whereRef('staff_right.person_id', '=', 'help_case.assigned_to')
              .where('staff_right.role', 'in', [...roles])
              .where('staff_right.ended_at', 'is', null)
              .where((is) => is.or([is('staff_right.until', 'is', null), is('staff_right.until', '>', now)]))
              .where((is) =>
                is.or([is('staff_right.project_id', 'is', null), is('staff_right.project_id', '=', is.ref('person.project_id'))]),
              ),
          ),
        ),
    )
}

function described(db: Db, team: Team) {
  return cases(db, team)
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('help_message')
          .select('help_message.body')
          .whereRef('help_message.case_id', '=', 'help_case.id')
          .orderBy('help_message.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'help_case.id',
      'help_case.person_id as personId',
      'help_case.closed_at as closedAt',
      'help_case.is_waiting as isWaiting',
      'help_case.last_message_at as lastMessageAt',
      'help_case.is_urgent as isUrgent',
      'help_case.concern',
      'last.body as lastMessage',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.role',
      'person.project_id as projectId',
      'assignee.id as assigneeId',
      'assignee.first_name as assigneeFirstName',
      'assignee.last_name as assigneeLastName',
    ])
}
export type HelpCaseRow = Awaited<ReturnType<ReturnType<typeof described>['executeTakeFirstOrThrow']>>

export async function findCase(db: Db, team: Team, caseId: number): Promise<HelpCaseRow | null> {
  return (await described(db, team).where('help_case.id', '=', caseId).executeTakeFirst()) ?? null
}

/** Empty scopes match nothing; the id 0 is never used. */
const idsIn = (scope: ReadonlySet<number>) => [0, ...scope]

export async function countWaiting(db: Db, scope: Scope): Promise<number> {
  let query = db
    .selectFrom('help_case')
    .innerJoin('person', 'person.id', 'help_case.person_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_waiting', '=', true)
    .where('closed_at', 'is', null)
  if (scope !== 'all') query = query.where('person.project_id', 'in', idsIn(scope))
  return (await query.executeTakeFirstOrThrow()).count
}

type CountQuery = { team: Team; scope: Scope; readerId: number }

/** Open conversations, by part of the inbox. */
export async function countCases(db: Db, { team, scope, readerId }: CountQuery) {
  let query = cases(db, team)
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      fn.countAll<number>().filterWhere('assignee.id', '=', readerId).as('mine'),
      fn.countAll<number>().filterWhere('assignee.id', 'is', null).as('unassigned'),
      fn.countAll<number>().filterWhere('help_case.is_urgent', '=', true).as('urgent'),
    ])
    .where('help_case.closed_at', 'is', null)
  if (scope !== 'all') query = query.where('person.project_id', 'in', idsIn(scope))
  return query.executeTakeFirstOrThrow()
}

type CaseQuery = CountQuery & { view: HelpView; search: string; skip: number; limit: number }

/** Urgent first, then other possible danger; then waiting ones, longest wait first; then by last message. */
export function findCases(db: Db, query: CaseQuery): Promise<HelpCaseRow[]> {
  const { team, view, search, scope, readerId, skip, limit } = query
  let found = described(db, team).where('help_case.closed_at', view === 'closed' ? 'is not' : 'is', null)
  if (scope !== 'all') found = found.where('person.project_id', 'in', idsIn(scope))
  if (view === 'mine') found = found.where('assignee.id', '=', readerId)
  if (view === 'unassigned') found = found.where('assignee.id', 'is', null)
  if (view === 'urgent') found = found.where('help_case.is_urgent', '=', true)
  if (search !== '') found = found.where(matches(search))
  return found
    .orderBy('help_case.is_urgent', 'desc')
    .orderBy(({ eb }) => eb('help_case.concern', 'is', null))
    .orderBy('help_case.is_waiting', 'desc')
    .orderBy(({ case: when, ref }) => when().when(ref('help_case.is_waiting')).then(ref('help_case.last_message_at')).end())
    .orderBy('help_case.last_message_at', 'desc')
    .orderBy('help_case.id', 'desc')
    .offset(skip)
    .limit(limit)
    .execute()
}

/** Matches word beginnings of the person, or a part of any message. */
function matches(search: string) {
  const part = `%${searchForm(search).replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(${hasWords(wordStartsIn(search))} or exists (
    select 1 from help_message where help_message.case_id = help_case.id and search_form(help_message.body) like ${part}))`
}

export async function updateCaseReopened(db: Db, caseId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('help_case')
    .set({ closed_at: null, is_waiting: true })
    .where('id', '=', caseId)
    .where('closed_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateAssignee(db: Db, caseId: number, personId: number | null): Promise<void> {
  await db.updateTable('help_case').set({ assigned_to: personId }).where('id', '=', caseId).execute()
}

/** A reply of another member of staff after this message. */
export async function hasColleagueRepliedSince(
  db: Db,
  { caseId, readUpTo, readerId }: { caseId: number; readUpTo: number; readerId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('help_message')
    .select('id')
    .where('case_id', '=', caseId)
    .where('is_from_staff', '=', true)
    .where('id', '>', readUpTo)
    .where((is) => is.or([is('sender_id', 'is', null), is('sender_id', '<>', readerId)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
