import type { Permission } from '@saathi/contract/accounts/entities'
import { StaffRole } from '@saathi/contract/accounts/roles'
import { type BulkFeature, type BulkKind, LeftOutWhy } from '@saathi/contract/staff/bulk-calls'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import type { Tables } from '#core/db/tables.gen.ts'
import { filteredPeople, members, type PeopleQuery, type Visible, visiblePeople } from '../people/list-store.ts'

/** The act, and the programmes in which the actor may do it. */
export type BulkPlan = {
  kind: BulkKind
  feature: BulkFeature | null
  permission: Permission | null
  actorId: number
  /** The programmes whose members, and whose colleagues, the actor may change. */
  peopleScope: Scope
  accountsScope: Scope
}

type People = SelectQueryBuilder<Tables, 'person', object>
type Is = ExpressionBuilder<Tables, 'person'>

const columns: Readonly<Record<BulkFeature, string>> = {
  session: 'session',
  survey: 'survey',
  curriculum: 'curriculum',
  mentorshipChat: 'mentorship_chat',
  video: 'video',
  aiChat: 'ai_chat',
  helpCenter: 'help_center',
  internship: 'internship',
}

function covers(is: Is, scope: Scope) {
  if (scope === 'all') return is.val(true)
  return scope.size > 0 ? is.and([is('project_id', 'is not', null), is('project_id', 'in', [...scope])]) : is.val(false)
}

const isStaff = (is: Is) => is('role', 'in', StaffRole.options)

const mayChange = (is: Is, { peopleScope, accountsScope }: BulkPlan) =>
  is.or([is.and([isStaff(is), covers(is, accountsScope)]), is.and([is.not(isStaff(is)), covers(is, peopleScope)])])

/** Conditions under which the act would change nothing, per kind; the first match is the reason. */
function reasons(is: Is, { kind, feature, permission, actorId }: BulkPlan) {
  const isBlocked = is('disabled_at', 'is not', null)
  const hasSignIn = is.exists(
    is.selectFrom('sign_in').select('sign_in.id').whereRef('sign_in.person_id', '=', 'person.id').where('ended_at', 'is', null),
  )
  const current = sql<string>`coalesce((select ${sql.ref(feature === null ? 'session' : columns[feature])}
    from experience where person_id = person.id), 'off')`
  const byKind = {
    invite: [[isBlocked, 'blocked'] as const, [is('email_verified_at', 'is not', null), 'already'] as const],
    sign_out: [[is.not(hasSignIn), 'already'] as const],
    block: [[is('person.id', '=', actorId), 'oneself'] as const, [isBlocked, 'already'] as const],
    unblock: [[is.not(isBlocked), 'already'] as const],
    feature: [
      [is('role', 'not in', members), 'wrong_role'] as const,
      [sql<boolean>`${current} = ${permission}`, 'already'] as const,
    ],
  }
  return byKind[kind]
}

/** Null if the act applies to the person. */
function whyLeftOut(is: Is, plan: BulkPlan) {
  const cases = [[is.not(mayChange(is, plan)), 'no_right'] as const, ...reasons(is, plan)]
  return sql<string | null>`case ${sql.join(
    cases.map(([condition, why]) => sql`when ${condition} then ${sql.lit(why)}`),
    sql` `,
  )} end`
}

async function insertChoice(db: Db, bulkActId: number, people: People, plan: BulkPlan): Promise<void> {
  const listed = people.select((is) => ['person.id as person_id', whyLeftOut(is, plan).as('why')]).as('listed')
  await db
    .insertInto('bulk_act_person')
    .columns(['bulk_act_id', 'person_id', 'outcome', 'why'])
    .expression(
      db
        .selectFrom(listed)
        .select([
          sql<number>`${bulkActId}::bigint`.as('bulk_act_id'),
          'person_id',
          sql<string | null>`case when why is not null then 'left_out' end`.as('outcome'),
          'why',
        ]),
    )
    .execute()
}

type Filter = { visible: Visible; query: PeopleQuery; readAt: Date }

/** Everyone the filter finds who was already there when the reader saw the list. */
export async function insertFiltered(
  db: Db,
  bulkActId: number,
  { visible, query, readAt }: Filter,
  plan: BulkPlan,
): Promise<void> {
  await insertChoice(db, bulkActId, filteredPeople(db, visible, query).where('person.created_at', '<=', readAt), plan)
}

/** Ids of people whom the reader may not see are ignored, like unknown ones. */
export async function insertChosen(db: Db, bulkActId: number, visible: Visible, ids: readonly number[], plan: BulkPlan) {
  await insertChoice(db, bulkActId, visiblePeople(db, visible).where('person.id', 'in', ids), plan)
}

/** Checked again when it is the person's turn, because much may have changed. */
export async function findWhyLeftOut(db: Db, personId: number, plan: BulkPlan): Promise<LeftOutWhy | null> {
  const row = await db
    .selectFrom('person')
    .select((is) => whyLeftOut(is, plan).as('why'))
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return 'gone'
  return row.why === null ? null : LeftOutWhy.parse(row.why)
}
