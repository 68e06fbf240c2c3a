import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** The legal texts everybody agrees to, each with its current version. */
export type LegalVersions = { terms: number; privacy: number; conduct: number }
export type ConsentKind = keyof LegalVersions | 'declaration'

/** All three as one number. Versions only ever increase, so any change yields a new edition; the first is 1. */
export const edition = sql<number>`terms_version + privacy_version + conduct_version - 2`

export async function findLegalVersions(db: Db): Promise<LegalVersions & { edition: number }> {
  return db
    .selectFrom('system_setting')
    .select(['terms_version as terms', 'privacy_version as privacy', 'conduct_version as conduct', edition.as('edition')])
    .executeTakeFirstOrThrow()
}

/** Never lowered: an older text would make nobody's agreement newer. */
export async function raiseLegalVersions(db: Db, { terms = 1, privacy = 1, conduct = 1 }: Partial<LegalVersions>): Promise<void> {
  await db
    .updateTable('system_setting')
    .set({
      terms_version: sql`greatest(terms_version, ${terms})`,
      privacy_version: sql`greatest(privacy_version, ${privacy})`,
      conduct_version: sql`greatest(conduct_version, ${conduct})`,
    })
    .execute()
}

export type Consent = { personId: number; kind: ConsentKind; version: number; givenAt: Date }

/** Keeps the first consent if there already is one. */
export async function insertConsents(db: Db, consents: readonly Consent[]): Promise<void> {
  await db
    .insertInto('consent')
    .values(consents.map(({ personId, kind, version, givenAt }) => ({ person_id: personId, kind, version, given_at: givenAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateAgreedEdition(db: Db, personId: number, agreed: number): Promise<void> {
  await db.updateTable('person').set({ agreed_terms_version: agreed }).where('id', '=', personId).execute()
}
