import type { Db } from '#core/ctx.ts'

const MAX_LISTED = 8

export function findGooglePeople(db: Db) {
  return db
    .selectFrom('person')
    .select(['google_subject as subject', 'email', 'first_name as firstName', 'last_name as lastName'])
    .where('google_subject', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(MAX_LISTED)
    .$narrowType<{ subject: string }>()
    .execute()
}
