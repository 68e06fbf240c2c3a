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
