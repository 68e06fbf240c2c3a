import type { Db } from '#core/ctx.ts'
import type { OAuthProvider } from '../providers/oauth-rules.ts'

export type Attempt = { provider: OAuthProvider; browserHash: Buffer; sealedVerifier: Buffer; expiresAt: Date }

export async function insertAttempt(db: Db, nonceHash: Buffer, attempt: Attempt): Promise<void> {
  await db
    .insertInto('calendar_connection')
    .values({
      nonce_hash: nonceHash,
      provider: attempt.provider,
      browser_hash: attempt.browserHash,
      sealed_verifier: attempt.sealedVerifier,
      expires_at: attempt.expiresAt,
    })
    .execute()
}

/** Deletes and returns in one statement: a second use of the same nonce finds nothing. */
export async function takeAttempt(db: Db, nonceHash: Buffer) {
  const row = await db
    .deleteFrom('calendar_connection')
    .where('nonce_hash', '=', nonceHash)
    .returning(['provider', 'browser_hash as browserHash', 'sealed_verifier as sealedVerifier', 'expires_at as expiresAt'])
    .executeTakeFirst()
  return row ?? null
}

export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('calendar_connection').where('expires_at', '<', now).execute()
}
