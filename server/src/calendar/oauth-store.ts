import type { Db } from '#core/ctx.ts'
import type { OAuthProvider } from './oauth-rules.ts'

export type Journey = { provider: OAuthProvider; browserHash: Buffer; sealedVerifier: Buffer; expiresAt: Date }

export async function insertJourney(db: Db, nonceHash: Buffer, journey: Journey): Promise<void> {
  await db
    .insertInto('calendar_connection')
    .values({
      nonce_hash: nonceHash,
      provider: journey.provider,
      browser_hash: journey.browserHash,
      sealed_verifier: journey.sealedVerifier,
      expires_at: journey.expiresAt,
    })
    .execute()
}

/** Found and gone in one statement: whoever comes second with the same word finds nothing, however the first one ended. */
export async function takeJourney(db: Db, nonceHash: Buffer) {
  const row = await db
    .deleteFrom('calendar_connection')
    .where('nonce_hash', '=', nonceHash)
    .returning(['provider', 'browser_hash as browserHash', 'sealed_verifier as sealedVerifier', 'expires_at as expiresAt'])
    .executeTakeFirst()
  return row ?? null
}

export async function deleteOldJourneys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('calendar_connection').where('expires_at', '<', now).execute()
}
