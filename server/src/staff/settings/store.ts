import type { Db } from '#core/ctx.ts'

export function findSettings(db: Db) {
  return db
    .selectFrom('system_setting')
    .select(['under_maintenance as underMaintenance', 'maintenance_message as message', 'maintenance_until as until'])
    .select('sent_from as mailFrom')
    .executeTakeFirstOrThrow()
}

export async function updateMailFrom(db: Db, mailFrom: string | null): Promise<void> {
  await db.updateTable('system_setting').set({ sent_from: mailFrom }).execute()
}

/** All languages of the product, with how many people read in each. */
export function findOfferedLanguages(db: Db) {
  return db
    .selectFrom('language')
    .select(['code', 'name', 'is_active as isOffered', 'is_default as isDefault'])
    .select((is) =>
      is
        .selectFrom('person')
        .select(({ fn }) => fn.countAll<number>().as('people'))
        .whereRef('person.language_code', '=', 'language.code')
        .where('deleted_at', 'is', null)
        .where('role', '<>', 'ai_assistant')
        .as('people'),
    )
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .execute()
}

/** Locked, so that the default does not change in between. Null if there is no such language. */
export async function findLanguageForUpdate(db: Db, code: string): Promise<{ isDefault: boolean } | null> {
  const row = await db
    .selectFrom('language')
    .select('is_default as isDefault')
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateLanguageOffered(db: Db, code: string, isOffered: boolean): Promise<void> {
  await db.updateTable('language').set({ is_active: isOffered }).where('code', '=', code).execute()
}

export async function findAddressAndName(db: Db, personId: number) {
  return db
    .selectFrom('person')
    .select(['email', 'first_name as name', 'language_code as language'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
}
