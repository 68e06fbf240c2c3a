import type { Db } from '#core/ctx.ts'

/**
 * Waits for a concurrent change that disables this person, and makes later ones wait: they then see this sign-in and end
 * it.
 */
export async function findPersonByGoogleForShare(
  db: Db,
  subject: string,
): Promise<{ personId: number; isDisabled: boolean } | null> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'disabled_at'])
    .where('google_subject', '=', subject)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row ? { personId: row.id, isDisabled: row.disabled_at !== null } : null
}
