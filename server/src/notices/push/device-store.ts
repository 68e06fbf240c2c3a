import { createHash } from 'node:crypto'
import { stillUsedSince } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

const DEVICES_MAX = 10

/** Locked until the transaction ends: a sign-in that ends concurrently waits and then deletes the registration. */
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

export type Registration = {
  registrationId: string
  /** Identifies the device. */
  name: string
  /** Its screen shows only that there is something. */
  hidesContent: boolean
}
type Owner = { personId: number; signInId: string }

/** The last person who registers a device owns it. */
export async function upsertDevice(
  db: Db,
  { registrationId, name, hidesContent }: Registration,
  { personId, signInId }: Owner,
  now: Date,
): Promise<Buffer> {
  const hash = createHash('sha256').update(name).digest()
  const owned = {
    registration_id: registrationId,
    person_id: personId,
    sign_in_id: signInId,
    registered_at: now,
    hides_content: hidesContent,
  }
  await db
    .insertInto('device')
    .values({ registration_hash: hash, type: 'web', ...owned })
    .onConflict((conflict) => conflict.column('registration_hash').doUpdateSet(owned))
    .execute()
  return hash
}

export async function deleteOtherDevices(db: Db, signInId: string, exceptHash: Buffer): Promise<void> {
  await db.deleteFrom('device').where('sign_in_id', '=', signInId).where('registration_hash', '!=', exceptHash).execute()
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

/** Devices with a valid sign-in: people who must sign in again would not see the page either. */
const openDevices = (db: Db, now: Date) =>
  db
    .selectFrom('device')
    .innerJoin('sign_in', 'sign_in.id', 'device.sign_in_id')
    .where('sign_in.ended_at', 'is', null)
    .where('sign_in.expires_at', '>', now)
    .where('sign_in.last_used_at', '>', stillUsedSince(now))

/** Newest first: every page start registers its browser again. */
export async function findDeviceIds(db: Db, personId: number, now: Date): Promise<number[]> {
  const rows = await openDevices(db, now)
    .select('device.id')
    .where('device.person_id', '=', personId)
    .orderBy('device.registered_at', 'desc')
    .orderBy('device.id', 'desc')
    .limit(DEVICES_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findDevice(db: Db, id: number, now: Date) {
  const row = await openDevices(db, now)
    .innerJoin('person', 'person.id', 'device.person_id')
    .select([
      'device.registration_id as registrationId',
      'device.person_id as personId',
      'device.hides_content as hidesContent',
      'person.language_code as language',
    ])
    .where('device.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes only the registration that failed: a newer one of the same device stays. */
export async function deleteDevice(db: Db, id: number, registrationId: string): Promise<void> {
  await db.deleteFrom('device').where('id', '=', id).where('registration_id', '=', registrationId).execute()
}
