import type { Db } from '#core/ctx.ts'

export async function findAuthenticator(db: Db, personId: number) {
  const row = await db
    .selectFrom('person')
    .select(['email', 'totp_key as sealedKey', 'totp_confirmed_at as confirmedAt'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return { email: row.email, sealedKey: row.sealedKey, isConfirmed: row.confirmedAt !== null }
}

/** False if another key was confirmed in the meantime: that key stays. */
export async function updateOfferedKey(db: Db, personId: number, sealedKey: Buffer): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set({ totp_key: sealedKey, totp_last_step: null })
    .where('id', '=', personId)
    .where('totp_confirmed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False if this or a later step was already used, or the key was changed: of concurrent tries one wins. */
export async function updateStepUsed(db: Db, personId: number, sealedKey: Buffer, step: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set((is) => ({ totp_last_step: step, totp_confirmed_at: is.fn.coalesce('totp_confirmed_at', is.val(now)) }))
    .where('id', '=', personId)
    .where('totp_key', '=', sealedKey)
    .where((is) => is.or([is('totp_last_step', 'is', null), is('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function updateSecondFactorAt(db: Db, signInId: string, now: Date): Promise<void> {
  await db.updateTable('sign_in').set({ second_factor_at: now }).where('id', '=', signInId).execute()
}

export async function replaceCodeHashes(db: Db, personId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  const rows = hashes.map((code_hash) => ({ person_id: personId, code_hash }))
  await db.insertInto('recovery_code').values(rows).execute()
}

/** False for an unknown or used code; of concurrent tries one wins. */
export async function updateCodeUsed(db: Db, personId: number, hash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function countCodes(db: Db, personId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}
