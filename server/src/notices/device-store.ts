import { createHash } from 'node:crypto'
import type { Db } from '#core/ctx.ts'

/** Held until the transaction ends: a sign-in that ends meanwhile waits, and then takes the registration with it. */
export async function lockOpenSignIn(db: Db, signInId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in')
    .select('id')
    .where('id', '=', signInId)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

type Owner = { personId: number; signInId: string }

/** Whoever registers it owns it from now on, and nobody else does. */
export async function upsertDevice(db: Db, registrationId: string, { personId, signInId }: Owner, now: Date): Promise<Buffer> {
  const hash = createHash('sha256').update(registrationId).digest()
  const owned = { person_id: personId, sign_in_id: signInId, registered_at: now }
  await db
    .insertInto('device')
    .values({ registration_hash: hash, registration_id: registrationId, type: 'web', ...owned })
    .onConflict((conflict) => conflict.column('registration_hash').doUpdateSet(owned))
    .execute()
  return hash
}

export async function deleteOtherDevices(db: Db, signInId: string, kept: Buffer): Promise<void> {
  await db.deleteFrom('device').where('sign_in_id', '=', signInId).where('registration_hash', '!=', kept).execute()
}

export async function deleteDevicesOfSignIn(db: Db, signInId: string): Promise<void> {
  await db.deleteFrom('device').where('sign_in_id', '=', signInId).execute()
}

export async function deleteDevicesOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('device').where('person_id', '=', personId).execute()
}

export function findDevices(db: Db, personId: number) {
  return db
    .selectFrom('device')
    .select(['type', 'registered_at as registeredAt'])
    .where('person_id', '=', personId)
    .orderBy('registered_at')
    .execute()
}
