import { type IntegrationState, CalendarProvider } from '@saathi/contract/calendar/entities'
import type { Db } from '#core/ctx.ts'
import { readersOf } from '../reader-store.ts'

type SyncTarget = { id: number; personId: number; unlinkedAt: Date | null }
/** Excludes events refused in this run, which would block those after them. */
type Page = { limit: number; without: ReadonlySet<number> }

/** Live events that the person may read, in the future or already pushed, whose pushed version differs. */
function pushQuery(db: Db, { id, personId }: SyncTarget, since: Date) {
  return readersOf(db)
    .innerJoin('calendar_event as event', 'event.mentorship_id', 'member.mentorship_id')
    .leftJoin('calendar_push as push', (join) => join.onRef('push.event_id', '=', 'event.id').on('push.integration_id', '=', id))
    .where('member.person_id', '=', personId)
    .where('event.cancelled_at', 'is', null)
    .where(({ or, eb }) => or([eb('event.scheduled_at', '>=', since), eb('push.event_id', 'is not', null)]))
    .whereRef('push.version', 'is distinct from', 'event.version')
}

/**
 * Pushed events to remove: those of mentorships the person left, and cancelled ones that they may read. For an unlinked calendar,
 * all.
 */
function removalQuery(db: Db, { id, personId, unlinkedAt }: SyncTarget) {
  return db
    .selectFrom('calendar_push as push')
    .innerJoin('calendar_event as event', 'event.id', 'push.event_id')
    .leftJoin('mentorship_member as member', (join) =>
      join
        .onRef('member.mentorship_id', '=', 'event.mentorship_id')
        .on('member.person_id', '=', personId)
        .on('member.left_at', 'is', null),
    )
    .where('push.integration_id', '=', id)
    .$if(unlinkedAt === null, (query) =>
      query.where(({ and, or, eb }) => {
        const readable = readersOf(db).select('member.mentorship_id').where('member.person_id', '=', personId)
        const isCancelled = and([eb('event.cancelled_at', 'is not', null), eb('event.mentorship_id', 'in', readable)])
        return or([eb('member.person_id', 'is', null), isCancelled])
      }),
    )
}

/** The next events first: a call in a few minutes must appear in time. */
export function findToPush(db: Db, target: SyncTarget, since: Date, { limit, without }: Page) {
  return pushQuery(db, target, since)
    .$if(without.size > 0, (query) => query.where('event.id', 'not in', [...without]))
    .select([
      'event.id as eventId',
      'event.session_uuid as sessionUuid',
      'event.title',
      'event.description',
      'event.scheduled_at as at',
      'event.minutes',
      'event.version',
      'event.is_pair_group_call as isPairGroupCall',
      'event.cancelled_at as cancelledAt',
      'push.provider_event_id as storedName',
    ])
    .orderBy('event.scheduled_at')
    .orderBy('event.id')
    .limit(limit)
    .execute()
}

export function findToRemove(db: Db, target: SyncTarget, { limit, without }: Page) {
  return removalQuery(db, target)
    .$if(without.size > 0, (query) => query.where('event.id', 'not in', [...without]))
    .select(['push.event_id as eventId', 'push.provider_event_id as storedName'])
    .orderBy('event.scheduled_at')
    .orderBy('event.id')
    .limit(limit)
    .execute()
}

export async function countWaiting(db: Db, target: SyncTarget, since: Date): Promise<number> {
  const toPush = await pushQuery(db, target, since)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const toRemove = await removalQuery(db, target)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return toPush.count + toRemove.count
}

/** False if the connection is gone. */
export async function upsertPush(
  db: Db,
  push: { integrationId: number; eventId: number; storedName: string; version: number },
): Promise<boolean> {
  const values = { provider_event_id: push.storedName, version: push.version }
  const row = await db
    .insertInto('calendar_push')
    .columns(['integration_id', 'event_id', 'provider_event_id', 'version'])
    .expression((eb) =>
      eb
        .selectFrom('calendar_integration')
        .select([
          'id',
          eb.cast<number>(eb.val(push.eventId), 'bigint').as('event_id'),
          eb.cast<string>(eb.val(push.storedName), 'text').as('provider_event_id'),
          eb.cast<number>(eb.val(push.version), 'integer').as('version'),
        ])
        .where('id', '=', push.integrationId)
        // Waits for a concurrent delete.
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.columns(['integration_id', 'event_id']).doUpdateSet(values))
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The provider ids of the pushed events. */
export async function findNames(db: Db, integrationId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('calendar_push')
    .select('provider_event_id as name')
    .where('integration_id', '=', integrationId)
    .orderBy('event_id')
    .execute()
  return rows.map(({ name }) => name)
}

export async function deletePush(db: Db, integrationId: number, eventId: number): Promise<void> {
  await db.deleteFrom('calendar_push').where('integration_id', '=', integrationId).where('event_id', '=', eventId).execute()
}

export async function deletePushes(db: Db, integrationId: number): Promise<void> {
  await db.deleteFrom('calendar_push').where('integration_id', '=', integrationId).execute()
}

export async function updateCalendarUrl(db: Db, id: number, calendarUrl: string): Promise<void> {
  await db.updateTable('calendar_integration').set({ calendar_url: calendarUrl }).where('id', '=', id).execute()
}

/** Compare-and-set: a newer secret from a reconnect is kept. */
export async function updateAccess(
  db: Db,
  id: number,
  before: Buffer,
  { sealedAccess, expiresAt }: { sealedAccess: Buffer; expiresAt: Date | null },
): Promise<void> {
  await db
    .updateTable('calendar_integration')
    .set({ sealed_access: sealedAccess, expires_at: expiresAt })
    .where('id', '=', id)
    .where('sealed_access', '=', before)
    .execute()
}

/** True if it changed. */
export async function updateState(db: Db, id: number, from: IntegrationState, to: IntegrationState): Promise<boolean> {
  const row = await db
    .updateTable('calendar_integration')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** True if this revoked it; false if it was reconnected in the meantime. */
export async function updateRevoked(db: Db, id: number, connectedAt: Date): Promise<boolean> {
  const row = await db
    .updateTable('calendar_integration')
    .set({ state: 'revoked' })
    .where('id', '=', id)
    .where('connected_at', '=', connectedAt)
    .where('state', '!=', 'revoked')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Does nothing if it was reconnected in the meantime. */
export async function deleteUnlinked(db: Db, id: number): Promise<void> {
  await db.deleteFrom('calendar_integration').where('id', '=', id).where('unlinked_at', 'is not', null).execute()
}

/** All connections that may need work. */
export async function findLinked(db: Db, after: number, limit: number) {
  return db
    .selectFrom('calendar_integration')
    .select(['id', 'person_id as personId', 'state', 'unlinked_at as unlinkedAt'])
    .where('id', '>', after)
    .where(({ or, eb }) => or([eb('state', '!=', 'revoked'), eb('unlinked_at', 'is not', null)]))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type RemovalRow = { id: string; provider: CalendarProvider; sealed: Buffer; requestedAt: Date }

export async function insertRemoval(db: Db, { id, provider, sealed, requestedAt }: RemovalRow): Promise<void> {
  await db.insertInto('calendar_parting').values({ id, provider, sealed, parted_at: requestedAt }).execute()
}

export async function findRemoval(db: Db, id: string): Promise<RemovalRow | null> {
  const row = await db
    .selectFrom('calendar_parting')
    .select(['id', 'provider', 'sealed', 'parted_at as requestedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, provider: CalendarProvider.parse(row.provider) } : null
}

export async function updateRemoval(db: Db, id: string, sealed: Buffer): Promise<void> {
  await db.updateTable('calendar_parting').set({ sealed }).where('id', '=', id).execute()
}

export async function deleteRemoval(db: Db, id: string): Promise<void> {
  await db.deleteFrom('calendar_parting').where('id', '=', id).execute()
}

export async function deleteOldRemovals(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('calendar_parting').where('parted_at', '<', before).execute()
}
