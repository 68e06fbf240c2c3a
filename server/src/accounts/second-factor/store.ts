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
