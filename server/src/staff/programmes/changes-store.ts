import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type Basics = {
  name: string
  groupType: string
  isDisabled: boolean
  membersAreAdults: boolean
  emailDomains: string[]
  languages: string[]
}

const toColumns = ({ name, groupType, isDisabled, membersAreAdults, emailDomains, languages }: Basics) => ({
  name,
  group_type: groupType,
  is_disabled: isDisabled,
  members_are_adults: membersAreAdults,
  email_domains: emailDomains,
  languages,
})

/** Null if the key is taken. */
export async function insertProgramme(db: Db, key: string, basics: Basics): Promise<number | null> {
  const row = await db
    .insertInto('project')
    .values({ key, ...toColumns(basics) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Two programmes created at the same moment cannot get the same name. */
export async function lockNames(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('programme names', 0))`.execute(db)
}

export async function hasProgrammeNamed(db: Db, name: string, except: number | null): Promise<boolean> {
  const row = await db
    .selectFrom('project')
    .select('id')
    .where((is) => is(is.fn('lower', ['name']), '=', name.toLowerCase()))
    .where('id', '<>', except ?? 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateBasics(db: Db, id: number, basics: Basics): Promise<void> {
  await db.updateTable('project').set(toColumns(basics)).where('id', '=', id).execute()
}

/** Members lock the row with a weaker lock while they sign up. */
export async function lockAgainstSignUps(db: Db, id: number): Promise<void> {
  await db.selectFrom('project').select('id').where('id', '=', id).forUpdate().execute()
}

/** Copies the schedule, plan, required checks, and the sessions and surveys limited to the programme. */
export async function copySettings(db: Db, from: number, to: number): Promise<void> {
  const plans = await db.selectFrom('match_plan').selectAll().where('project_id', '=', from).execute()
  const copied = plans.map(({ criteria, ...plan }) => ({
    ...plan,
    criteria: JSON.stringify(criteria),
    project_id: to,
    // Not copied: this person may have no right in the new programme.
    pair_manager_id: null,
  }))
  if (copied.length > 0) await db.insertInto('match_plan').values(copied).execute()
  const schedule = await db.selectFrom('schedule_session').selectAll().where('project_id', '=', from).execute()
  if (schedule.length > 0)
    await db
      .insertInto('schedule_session')
      .values(schedule.map((row) => ({ ...row, project_id: to })))
      .execute()
  for (const table of ['session_project', 'survey_project', 'screening_requirement', 'chat_quiet_hours'] as const) {
    const rows = await db.selectFrom(table).selectAll().where('project_id', '=', from).execute()
    if (rows.length > 0)
      await db
        .insertInto(table)
        .values(rows.map((row) => ({ ...row, project_id: to })))
        .execute()
  }
}

export type CohortBody = { name: string; signUpFrom: string; startsOn: string; endsOn: string }

const cohortColumns = ({ name, signUpFrom, startsOn, endsOn }: CohortBody) => ({
  name,
  sign_up_from: signUpFrom,
  starts_on: startsOn,
  ends_on: endsOn,
})

export async function insertCohorts(db: Db, projectId: number, cohorts: readonly CohortBody[]): Promise<void> {
  if (cohorts.length === 0) return
  await db
    .insertInto('cohort')
    .values(cohorts.map((cohort) => ({ project_id: projectId, ...cohortColumns(cohort) })))
    .execute()
}

export async function updateCohort(db: Db, id: number, cohort: CohortBody): Promise<void> {
  await db.updateTable('cohort').set(cohortColumns(cohort)).where('id', '=', id).execute()
}

/** Waits for sign-ups that are joining it. */
export async function lockCohort(db: Db, id: number): Promise<void> {
  await db.selectFrom('cohort').select('id').where('id', '=', id).forUpdate().execute()
}

export async function deleteCohort(db: Db, id: number): Promise<void> {
  await db.deleteFrom('cohort').where('id', '=', id).execute()
}

export type CodeBody = {
  name: string
  emailDomains: readonly string[]
  isActive: boolean
  cohortId: number | null
  places: number | null
  endsOn: string | null
}

const codeColumns = ({ name, emailDomains, isActive, cohortId, places, endsOn }: CodeBody) => ({
  name,
  email_domains: [...emailDomains],
  is_active: isActive,
  cohort_id: cohortId,
  places,
  ends_on: endsOn,
})

/** False if any programme already uses the code. */
export async function insertCode(db: Db, projectId: number, code: string, body: CodeBody): Promise<boolean> {
  const row = await db
    .insertInto('institution')
    .values({ code, project_id: projectId, ...codeColumns(body) })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateCode(db: Db, code: string, body: CodeBody): Promise<void> {
  await db.updateTable('institution').set(codeColumns(body)).where('code', '=', code).execute()
}
