import type { Db } from '#core/ctx.ts'

export type ProfileFields = { firstName: string; lastName: string; bio: string; phoneNumber?: string | undefined }

export async function updateProfileFields(db: Db, personId: number, fields: ProfileFields): Promise<void> {
  const { firstName, lastName, bio, phoneNumber } = fields
  await db
    .updateTable('person')
    .set({ first_name: firstName, last_name: lastName, bio, ...(phoneNumber !== undefined && { phone_number: phoneNumber }) })
    .where('id', '=', personId)
    .execute()
}

export async function findPictureForUpdate(db: Db, personId: number): Promise<string | null> {
  const row = await db
    .selectFrom('person')
    .select('picture_file_id')
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.picture_file_id
}

export async function updatePicture(db: Db, personId: number, fileId: string | null): Promise<void> {
  await db.updateTable('person').set({ picture_file_id: fileId, picture_url: null }).where('id', '=', personId).execute()
}

export async function findTermsVersion(db: Db): Promise<number> {
  return (await db.selectFrom('system_setting').select('terms_version').executeTakeFirstOrThrow()).terms_version
}

/** Never lowered: an older text would make nobody's agreement newer. */
export async function raiseTermsVersion(db: Db, version: number): Promise<void> {
  await db.updateTable('system_setting').set({ terms_version: version }).where('terms_version', '<', version).execute()
}

/** False when this version was agreed to before; the first time is the one that is kept. */
export async function insertConsent(db: Db, personId: number, kind: 'terms' | 'declaration', version: number, now: Date) {
  const row = await db
    .insertInto('consent')
    .values({ person_id: personId, kind, version, given_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateAgreedTerms(db: Db, personId: number, version: number): Promise<void> {
  await db.updateTable('person').set({ agreed_terms_version: version }).where('id', '=', personId).execute()
}
