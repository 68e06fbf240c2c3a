import type { Db } from '#core/ctx.ts'

export async function insertLink(
  db: Db,
  link: { tokenHash: Buffer; personId: number; address: string; issuedAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('verification_link')
    .values({
      token_hash: link.tokenHash,
      person_id: link.personId,
      address: link.address,
      issued_at: link.issuedAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

export async function hasLinkBetween(db: Db, personId: number, [from, until]: readonly [Date, Date]): Promise<boolean> {
  const row = await db
    .selectFrom('verification_link')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('issued_at', '>', from)
    .where('issued_at', '<=', until)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type Link = {
  personId: number
  email: string
  isUsed: boolean
  isVerified: boolean
  issuedAt: Date
  expiresAt: Date
  needsPassword: boolean
}

/**
 * Locked, so that of two concurrent openings the second sees the result of the first. A link to a changed address is
 * unknown.
 */
export async function findLinkForUpdate(db: Db, tokenHash: Buffer): Promise<Link | null> {
  const row = await db
    .selectFrom('verification_link')
    .innerJoin('person', 'person.id', 'verification_link.person_id')
    .select([
      'person.id as personId',
      'person.email',
      'person.provider',
      'person.password_hash',
      'person.email_verified_at',
      'verification_link.used_at',
      'verification_link.issued_at',
      'verification_link.expires_at',
    ])
    .where('token_hash', '=', tokenHash)
    .whereRef('verification_link.address', '=', 'person.email')
    .where('person.deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    personId: row.personId,
    email: row.email,
    isUsed: row.used_at !== null,
    isVerified: row.email_verified_at !== null,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    needsPassword: row.provider === 'normal' && row.password_hash === null,
  }
}

export async function updateLinkUsed(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('verification_link').set({ used_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteOldLinks(db: Db, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('verification_link').where('expires_at', '<', expiredBefore).execute()
}
