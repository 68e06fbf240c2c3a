import type { Db } from '#core/ctx.ts'

export async function findAuthenticator(db: Db, personId: number) {
  const row = await db
    .selectFrom('person')
    .select(['email', 'totp_key as sealedKey', 'totp_confirmed_at as confirmedAt'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return { email: row.email, sealedKey: row.sealedKey, isConfirmed: row.confirmedAt !== null }
}

/** False when one was confirmed meanwhile: that one stays. */
export async function updateOfferedKey(db: Db, personId: number, sealedKey: Buffer): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set({ totp_key: sealedKey, totp_last_step: null })
    .where('id', '=', personId)
    .where('totp_confirmed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False when this step or a later one was used before, or the key was changed: of many at the same instant one is first. */
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

export async function updateSecondFactorGiven(db: Db, signInId: string, now: Date): Promise<void> {
  await db.updateTable('sign_in').set({ second_factor_at: now }).where('id', '=', signInId).execute()
}
