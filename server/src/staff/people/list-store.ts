import type { PersonSort, Stage } from '@saathi/contract/staff/people-calls'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { hasWords, type Scope, type WordStart } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import type { Tables } from '#core/db/tables.gen.ts'

/** Everyone in `programmes`, and in `caseload.programmes` only the people of mentorships that this coordinator manages. */
export type Visible = { programmes: Scope; caseload: Caseload | null }
type Caseload = { managerId: number; programmes: Scope }

export type PeopleQuery = {
  words: readonly WordStart[]
  role: string | undefined
  programme: number | undefined
  stage: Stage | undefined
  mail: 'refused' | undefined
}

export type Position = { sort: PersonSort; after: Cursor | null; limit: number }
/** The sort key and the id of the last row of a page. */
export type Cursor = { first: string; last: string; id: number } | { joinedAt: Date; id: number }

type Is = ExpressionBuilder<Tables, 'person'>

/** People with an account, as far as the reader may see them. The assistant is not a person. */
export function visiblePeople(db: Db, { programmes, caseload }: Visible) {
  const people = db.selectFrom('person').where('person.deleted_at', 'is', null).where('person.role', '<>', 'ai_assistant')
  if (programmes === 'all') return people
  return people.where((is) =>
    is.or([
      ...(programmes.size > 0 ? [is('person.project_id', 'in', [...programmes])] : []),
      ...(caseload ? [isInCaseload(is, caseload)] : []),
      is.val(false),
    ]),
  )
}

function isInCaseload(is: Is, { managerId, programmes }: Caseload) {
  const managed = is
    .selectFrom('mentorship_member as theirs')
    .innerJoin('mentorship', 'mentorship.id', 'theirs.mentorship_id')
    .innerJoin('mentorship_member as managed', 'managed.mentorship_id', 'theirs.mentorship_id')
    .select('theirs.person_id')
    .whereRef('theirs.person_id', '=', 'person.id')
    .where('theirs.left_at', 'is', null)
    .where('managed.person_id', '=', managerId)
    .where('managed.part', '=', 'pair_manager')
    .where('managed.left_at', 'is', null)
  return is.exists(programmes === 'all' ? managed : managed.where('mentorship.project_id', 'in', [0, ...programmes]))
}

const isIn = (is: Is, groupType?: '1to1' | '1toM') => {
  const memberships = is
    .selectFrom('mentorship_member')
    .innerJoin('mentorship', 'mentorship.id', 'mentorship_member.mentorship_id')
    .select('mentorship_member.person_id')
    .whereRef('mentorship_member.person_id', '=', 'person.id')
    .where('mentorship_member.part', '<>', 'pair_manager')
    .where('mentorship_member.left_at', 'is', null)
    .where('mentorship.ended_at', 'is', null)
  return is.exists(groupType ? memberships.where('mentorship.group_type', '=', groupType) : memberships)
}

const seeks = (is: Is) =>
  is.exists(is.selectFrom('match_seeker').select('person_id').whereRef('match_seeker.person_id', '=', 'person.id'))

const isApproved = (is: Is) =>
  is.exists(
    is
      .selectFrom('match_mentor')
      .select('person_id')
      .whereRef('match_mentor.person_id', '=', 'person.id')
      .where('approved_at', 'is not', null),
  )

export const members = ['Mentee', 'Mentor', 'GroupMentee', 'GroupMentor']
const isMember = (is: Is) => is('person.role', 'in', members)
const isMentor = (is: Is) => is('person.role', 'in', ['Mentor', 'GroupMentor'])
const isActive = (is: Is) => is.and([is('disabled_at', 'is', null), is('email_verified_at', 'is not', null), isMember(is)])

/** One condition per stage, so that a filter uses indexes; `stageOf` in the service decides the same from the facts. */
const stageConditions: Readonly<Record<Stage, (is: Is) => Expression<SqlBool>>> = {
  blocked: (is) => is('disabled_at', 'is not', null),
  invited: (is) => is.and([is('disabled_at', 'is', null), is('email_verified_at', 'is', null)]),
  in_pair: (is) => is.and([isActive(is), isIn(is, '1to1')]),
  in_group: (is) => is.and([isActive(is), isIn(is, '1toM'), is.not(isIn(is, '1to1'))]),
  needs_approval: (is) => is.and([isActive(is), is.not(isIn(is)), seeks(is), isMentor(is), is.not(isApproved(is))]),
  waits_for_match: (is) => is.and([isActive(is), is.not(isIn(is)), seeks(is), is.or([is.not(isMentor(is)), isApproved(is)])]),
  preparing: (is) => is.and([isActive(is), is.not(isIn(is)), is.not(seeks(is))]),
  staff: (is) =>
    is.and([is('disabled_at', 'is', null), is('email_verified_at', 'is not', null), is('person.role', 'not in', members)]),
}

export function filteredPeople(db: Db, visible: Visible, query: PeopleQuery) {
  let people = visiblePeople(db, visible)
  const { words, role, programme, stage, mail } = query
  if (words.length > 0) people = people.where(hasWords(words))
  if (role !== undefined) people = people.where('person.role', '=', role)
  if (programme !== undefined) people = people.where('person.project_id', '=', programme)
  if (stage !== undefined) people = people.where(stageConditions[stage])
  if (mail !== undefined) people = people.where('person.email', 'in', (is) => is.selectFrom('mail_refusal').select('address'))
  return people
}

export async function countPeople(db: Db, visible: Visible, query: PeopleQuery): Promise<number> {
  const row = await filteredPeople(db, visible, query)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

const lowerFirst = sql<string>`lower(person.first_name)`
const lowerLast = sql<string>`lower(person.last_name)`

export async function findPeople(db: Db, visible: Visible, query: PeopleQuery, { sort, after, limit }: Position) {
  let people = filteredPeople(db, visible, query)
  if (after && 'first' in after) {
    people = people.where(
      sql<boolean>`(lower(person.first_name), lower(person.last_name), person.id) > (${after.first}, ${after.last}, ${after.id})`,
    )
  } else if (after) {
    const compared = sort === 'oldest' ? sql`>` : sql`<`
    people = people.where(sql<boolean>`(person.created_at, person.id) ${compared} (${after.joinedAt}, ${after.id})`)
  }
  const direction = sort === 'newest' ? 'desc' : 'asc'
  const sorted =
    sort === 'name'
      ? people.orderBy(lowerFirst).orderBy(lowerLast).orderBy('person.id')
      : people.orderBy('person.created_at', direction).orderBy('person.id', direction)
  return sorted
    .select([lowerFirst.as('sortFirst'), lowerLast.as('sortLast'), 'person.created_at as joinedAt', 'person.id'])
    .limit(limit)
    .execute()
}

export function findPeopleByWords(db: Db, visible: Visible, words: readonly WordStart[], limit: number) {
  return visiblePeople(db, visible)
    .leftJoin('project', 'project.id', 'person.project_id')
    .select(['person.id', 'person.first_name as firstName', 'person.last_name as lastName', 'person.role'])
    .select(['project.name as programme', 'person.disabled_at as disabledAt'])
    .where(hasWords(words))
    .orderBy(lowerFirst)
    .orderBy(lowerLast)
    .orderBy('person.id')
    .limit(limit)
    .execute()
}

/** The people among these whom the reader may see. */
export async function findVisible(db: Db, visible: Visible, personId: number): Promise<number | null> {
  const row = await visiblePeople(db, visible).select('person.id').where('person.id', '=', personId).executeTakeFirst()
  return row?.id ?? null
}
