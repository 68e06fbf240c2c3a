import type { Db } from '#core/ctx.ts'

const MAX_LISTED = 500

export function findAccounts(db: Db) {
  return db
    .selectFrom('person')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName', 'role', 'provider', 'disabled_at as disabledAt'])
    .where('deleted_at', 'is', null)
    .where('role', '<>', 'ai_assistant')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
}

export async function findPersonByEmail(db: Db, email: string): Promise<number | null> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Projects with matching. */
export function findMatchedProjects(db: Db) {
  return db
    .selectFrom('match_plan')
    .innerJoin('project', 'project.id', 'match_plan.project_id')
    .select(['project.id', 'project.key', 'project.name', 'match_plan.needs_review'])
    .orderBy('project.id')
    .limit(MAX_LISTED)
    .execute()
}

const MAX_GOOGLE_PEOPLE = 8

export function findGooglePeople(db: Db) {
  return db
    .selectFrom('person')
    .select(['google_subject as subject', 'email', 'first_name as firstName', 'last_name as lastName'])
    .where('google_subject', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(MAX_GOOGLE_PEOPLE)
    .$narrowType<{ subject: string }>()
    .execute()
}
