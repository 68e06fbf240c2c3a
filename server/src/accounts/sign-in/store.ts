import type { SignInSession } from '@saathi/contract/accounts/entities'
import type { Db } from '#core/ctx.ts'

export type EndReason = 'signed_out' | 'ended_elsewhere' | 'token_reused' | 'disabled' | 'password_changed'

export async function insertSignIn(db: Db, row: { id: string; personId: number; device: string; now: Date; expiresAt: Date }) {
  await db
    .insertInto('sign_in')
    .values({
      id: row.id,
      person_id: row.personId,
      device: row.device,
      started_at: row.now,
      last_used_at: row.now,
      confirmed_at: row.now,
      expires_at: row.expiresAt,
    })
    .execute()
}

export async function insertRefreshToken(db: Db, row: { hash: Buffer; signInId: string; now: Date; expiresAt: Date }) {
  await db
    .insertInto('refresh_token')
    .values({ hash: row.hash, sign_in_id: row.signInId, issued_at: row.now, expires_at: row.expiresAt })
    .execute()
}

/** Serialises concurrent refreshes of one sign-in, even with different tokens: the second sees the result of the first. */
export async function lockSignInOf(db: Db, hash: Buffer): Promise<void> {
  const signInId = db.selectFrom('refresh_token').select('sign_in_id').where('hash', '=', hash)
  await db.selectFrom('sign_in').select('id').where('id', '=', signInId).forNoKeyUpdate().execute()
}

export function findRefreshToken(db: Db, hash: Buffer) {
  return db
    .selectFrom('refresh_token')
    .innerJoin('sign_in', 'sign_in.id', 'refresh_token.sign_in_id')
    .innerJoin('person', 'person.id', 'sign_in.person_id')
    .select([
      'refresh_token.used_at as usedAt',
      'refresh_token.expires_at as tokenExpiresAt',
      'sign_in.id as signInId',
      'sign_in.person_id as personId',
      'sign_in.device',
      'sign_in.last_used_at as lastUsedAt',
      'sign_in.expires_at as signInExpiresAt',
      'sign_in.ended_at as endedAt',
      'person.disabled_at as disabledAt',
      'person.deleted_at as deletedAt',
    ])
    .where('refresh_token.hash', '=', hash)
    .executeTakeFirst()
}

/** Both rows get the same time, which identifies the token that was used last. */
export async function updateTokenUsed(db: Db, hash: Buffer, signInId: string, now: Date) {
  await db.updateTable('refresh_token').set({ used_at: now }).where('hash', '=', hash).execute()
  await db.updateTable('sign_in').set({ last_used_at: now }).where('id', '=', signInId).execute()
}

/** Marked as used when issued, so that none of them counts as the last used token: presenting one reveals a second holder. */
export async function updateOtherTokensUsed(db: Db, hash: Buffer, signInId: string) {
  await db
    .updateTable('refresh_token')
    .set((is) => ({ used_at: is.ref('issued_at') }))
    .where('sign_in_id', '=', signInId)
    .where('hash', '!=', hash)
    .where('used_at', 'is', null)
    .execute()
}

/** Returns the owner's id if the sign-in was open. */
export async function updateSignInEnded(db: Db, signInId: string, reason: EndReason, now: Date): Promise<number | null> {
  const row = await db
    .updateTable('sign_in')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', signInId)
    .where('ended_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  return row?.person_id ?? null
}

/** Returns the sign-ins that were open, except `exceptId`. */
export async function updateEverySignInEnded(
  db: Db,
  personId: number,
  reason: EndReason,
  now: Date,
  exceptId?: string,
): Promise<string[]> {
  const rows = await db
    .updateTable('sign_in')
    .set({ ended_at: now, end_reason: reason })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const MAX_LISTED = 50

export async function findSignIns(
  db: Db,
  { personId, sessionId }: { personId: number; sessionId: string },
  { now, usedSince }: { now: Date; usedSince: Date },
): Promise<SignInSession[]> {
  const rows = await db
    .selectFrom('sign_in')
    .select(['id', 'device', 'started_at', 'last_used_at'])
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', usedSince)
    .orderBy('last_used_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    startedAt: row.started_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.id === sessionId,
  }))
}

export async function findOwnSignIn(db: Db, personId: number, signInId: string): Promise<string | null> {
  const row = await db
    .selectFrom('sign_in')
    .select('id')
    .where('id', '=', signInId)
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Tokens are deleted with their sign-ins. */
export async function deleteOldSignIns(db: Db, before: Date, limit: number): Promise<number> {
  const old = db
    .selectFrom('sign_in')
    .select('id')
    .where((is) => is.or([is('ended_at', '<', before), is('expires_at', '<', before)]))
    .limit(limit)
  const result = await db.deleteFrom('sign_in').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** An expired token is refused whether it is stored or not. */
export async function deleteExpiredTokens(db: Db, now: Date, limit: number): Promise<number> {
  const expired = db.selectFrom('refresh_token').select('hash').where('expires_at', '<', now).limit(limit)
  const result = await db.deleteFrom('refresh_token').where('hash', 'in', expired).executeTakeFirst()
  return Number(result.numDeletedRows)
}

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
