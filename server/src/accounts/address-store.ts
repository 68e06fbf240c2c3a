import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** A deleted account has no address any more; an account scheduled for deletion still does. */
export async function isTaken(db: Db, address: string, provider?: 'google' | 'normal'): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('provider')
    .where('email', '=', address)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined && (provider === undefined || row.provider === provider)
}

export type Mailable = {
  personId: number
  firstName: string
  lastName: string
  language: string
  provider: string
  isVerified: boolean
}

/** People who may be sent a code or a link: not those who are disabled. */
export async function findMailable(db: Db, address: string): Promise<Mailable | null> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'first_name', 'last_name', 'language_code', 'provider', 'email_verified_at'])
    .where('email', '=', address)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    personId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language_code,
    provider: row.provider,
    isVerified: row.email_verified_at !== null,
  }
}

/** A code or link from the mailbox proves that the address is theirs. */
export async function updateEmailVerified(db: Db, personId: number, now: Date): Promise<void> {
  await db
    .updateTable('person')
    .set({ email_verified_at: now })
    .where('id', '=', personId)
    .where('email_verified_at', 'is', null)
    .execute()
}

export async function updatePasswordHash(db: Db, personId: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('person')
    .set({ password_hash: passwordHash })
    .where('id', '=', personId)
    .where('provider', '=', 'normal')
    .execute()
}

/** False if someone else has taken the address. */
export async function updateEmail(db: Db, personId: number, address: string, now: Date): Promise<boolean> {
  const isFree = sql<boolean>`not exists (select from person as other where other.email = ${address})`
  const row = await db
    .updateTable('person')
    .set({ email: address, email_verified_at: now })
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where(isFree)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type AddressChange = { personId: number; from: string; to: string; signInId: string; now: Date }

export async function insertAddressChange(db: Db, { personId, from, to, signInId, now }: AddressChange): Promise<void> {
  await db
    .insertInto('address_change')
    .columns(['person_id', 'from_address', 'to_address', 'device', 'changed_at'])
    .expression((eb) =>
      eb
        .selectFrom('sign_in')
        .select(({ val }) => ['person_id', val(from).as('from'), val(to).as('to'), 'device', val(now).as('now')])
        .where('id', '=', signInId)
        .where('person_id', '=', personId),
    )
    .execute()
}

/** Null once the person has left. */
export async function findAddressOf(db: Db, personId: number): Promise<string | null> {
  const row = await db
    .selectFrom('person')
    .select('email')
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.email ?? null
}
