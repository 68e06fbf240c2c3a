import { CalendarProvider, IntegrationState } from '@saathi/contract/calendar/entities'
import type { Db } from '#core/ctx.ts'
import type { OAuthProvider } from '../providers/oauth-client.ts'

export type IntegrationRow = {
  id: number
  personId: number
  provider: CalendarProvider
  email: string
  sealedAccess: Buffer
  expiresAt: Date | null
  calendarUrl: string | null
  state: IntegrationState
  /** Raised whenever the calendar must be synced again. */
  syncRequests: number
  notBefore: Date | null
  retryTurn: number
  connectedAt: Date
  syncedAt: Date | null
  unlinkedAt: Date | null
  /** Since when we may read when the owner is busy; null if we may not. */
  busySince: Date | null
}

const columns = [
  'id',
  'person_id as personId',
  'provider',
  'email',
  'sealed_access as sealedAccess',
  'expires_at as expiresAt',
  'calendar_url as calendarUrl',
  'state',
  'wanted as syncRequests',
  'not_before as notBefore',
  'retry_turn as retryTurn',
  'connected_at as connectedAt',
  'synced_at as syncedAt',
  'unlinked_at as unlinkedAt',
  'busy_since as busySince',
] as const

const toIntegration = <R extends { provider: string; state: string }>(row: R) => ({
  ...row,
  provider: CalendarProvider.parse(row.provider),
  state: IntegrationState.parse(row.state),
})

/** The active connection; one that is being removed does not count. */
export async function findIntegrationOf(db: Db, personId: number): Promise<IntegrationRow | null> {
  const row = await db
    .selectFrom('calendar_integration')
    .select(columns)
    .where('person_id', '=', personId)
    .where('unlinked_at', 'is', null)
    .executeTakeFirst()
  return row ? toIntegration(row) : null
}

export async function findIntegration(db: Db, id: number): Promise<IntegrationRow | null> {
  const row = await db.selectFrom('calendar_integration').select(columns).where('id', '=', id).executeTakeFirst()
  return row ? toIntegration(row) : null
}

/** Includes connections that are being removed. */
export async function lockIntegrationsOf(db: Db, personId: number): Promise<IntegrationRow[]> {
  const rows = await db
    .selectFrom('calendar_integration')
    .select(columns)
    .where('person_id', '=', personId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(toIntegration)
}

/** The last known URL of this calendar, including connections that are being removed. */
export async function findCalendarUrl(
  db: Db,
  whose: Pick<IntegrationRow, 'personId' | 'provider' | 'email'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_integration')
    .select('calendar_url')
    .where('person_id', '=', whose.personId)
    .where('provider', '=', whose.provider)
    .where('email', '=', whose.email)
    .where('calendar_url', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.calendar_url ?? null
}

/** Whether anyone has this calendar connected. */
export async function hasConnected(db: Db, provider: CalendarProvider, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('calendar_integration')
    .select('id')
    .where('provider', '=', provider)
    .where('email', '=', email)
    .where('unlinked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type Connected = {
  personId: number
  provider: CalendarProvider
  email: string
  sealedAccess: Buffer
  expiresAt: Date | null
  calendarUrl: string | null
}

/** Null if another one was connected at the same moment. */
export async function insertIntegration(db: Db, connection: Connected, now: Date): Promise<number | null> {
  const row = await db
    .insertInto('calendar_integration')
    .values({
      person_id: connection.personId,
      provider: connection.provider,
      email: connection.email,
      sealed_access: connection.sealedAccess,
      expires_at: connection.expiresAt,
      calendar_url: connection.calendarUrl,
      connected_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Connects the same calendar a second time. Its sync state stays, so that no event is added twice. */
export async function updateConnectedAgain(db: Db, id: number, connection: Connected, now: Date): Promise<void> {
  await db
    .updateTable('calendar_integration')
    .set((eb) => ({
      sealed_access: connection.sealedAccess,
      expires_at: connection.expiresAt,
      calendar_url: eb.fn.coalesce(eb.val(connection.calendarUrl), 'calendar_url'),
      state: 'connected',
      wanted: eb('wanted', '+', 1),
      not_before: null,
      connected_at: now,
      unlinked_at: null,
    }))
    .where('id', '=', id)
    .execute()
}

export async function updateUnlinked(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('calendar_integration')
    .set((eb) => ({ unlinked_at: now, wanted: eb('wanted', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteIntegration(db: Db, id: number): Promise<void> {
  await db.deleteFrom('calendar_integration').where('id', '=', id).execute()
}

type Attempt = { provider: OAuthProvider; browserHash: Buffer; sealedVerifier: Buffer; expiresAt: Date }

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
