import type { Db } from '#core/ctx.ts'

export async function findPersonByGoogle(db: Db, subject: string): Promise<{ personId: number; isDisabled: boolean } | null> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'disabled_at'])
    .where('google_subject', '=', subject)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { personId: row.id, isDisabled: row.disabled_at !== null } : null
}
