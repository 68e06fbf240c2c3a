import type { Db } from '#core/ctx.ts'

export async function findConfirmedAt(db: Db, signInId: string): Promise<Date> {
  const row = await db.selectFrom('sign_in').select('confirmed_at').where('id', '=', signInId).executeTakeFirstOrThrow()
  return row.confirmed_at
}

export async function updateConfirmed(db: Db, signInId: string, now: Date): Promise<void> {
  await db.updateTable('sign_in').set({ confirmed_at: now }).where('id', '=', signInId).execute()
}

export function findOwnProofs(db: Db, personId: number) {
  return db
    .selectFrom('person')
    .select(['email', 'password_hash as passwordHash', 'google_subject as googleSubject'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
}
