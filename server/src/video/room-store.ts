import { RingState } from '@saathi/contract/video/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { CallProgress } from './call/progress.ts'

export const roomColumns = [
  'id',
  'channel_id as channelId',
  'event_id as eventId',
  'created_by as createdBy',
  'created_at as createdAt',
  'is_recording_wanted as isRecordingWanted',
  'last_order as lastOrder',
  'ring_state as ringState',
  'ring_until as ringUntil',
  'rung_by as rungBy',
  'together_since as togetherSince',
  'talked_seconds as talkedSeconds',
  'alone_since as aloneSince',
  'ended_at as endedAt',
] as const

const rooms = (db: Db) => db.selectFrom('video_room').select(roomColumns)
export type RoomRow = Awaited<ReturnType<ReturnType<typeof rooms>['executeTakeFirstOrThrow']>>

export const callProgressOf = ({
  ringState,
  ringUntil,
  togetherSince,
  talkedSeconds,
  aloneSince,
  endedAt,
}: RoomRow): CallProgress => ({
  ringState: RingState.safeParse(ringState).data ?? null,
  ringUntil,
  togetherSince,
  talkedSeconds,
  aloneSince,
  endedAt,
})

export async function findRooms(db: Db, ids: readonly string[]): Promise<RoomRow[]> {
  return ids.length === 0 ? [] : rooms(db).where('id', 'in', ids).execute()
}

/** Locks the room until the transaction ends. Required to change presence, consent or the recording. */
export async function lockRoom(db: Db, roomId: string): Promise<RoomRow | null> {
  return (await rooms(db).where('id', '=', roomId).forUpdate().executeTakeFirst()) ?? null
}

type RoomRef = { id: string; channel: { id: number }; eventId: number | null }

/** The room of an event is created by the first write; reading it writes nothing. */
export async function ensureRoom(db: Db, { id, channel, eventId }: RoomRef, createdBy: number | null, now: Date): Promise<void> {
  await db
    .insertInto('video_room')
    .values({ id, channel_id: channel.id, event_id: eventId, created_by: createdBy, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The last ad-hoc call of this channel, locked until the transaction ends. */
export async function lockLastCall(db: Db, channelId: number): Promise<RoomRow | null> {
  const row = await rooms(db)
    .where('channel_id', '=', channelId)
    .where('event_id', 'is', null)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Null if someone else started a call at the same moment. */
export async function insertCallRoom(
  db: Db,
  { id, channelId, createdBy, now }: { id: string; channelId: number; createdBy: number; now: Date },
): Promise<RoomRow | null> {
  const row = await db
    .insertInto('video_room')
    .values({ id, channel_id: channelId, created_by: createdBy, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(roomColumns)
    .executeTakeFirst()
  return row ?? null
}

export async function updateClosed(db: Db, roomId: string, now: Date): Promise<void> {
  await db.updateTable('video_room').set({ closed_at: now }).where('id', '=', roomId).execute()
}

/** The people, among these, who have video enabled. */
export async function findVideoUsers(db: Db, personIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (personIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('experience')
    .select('person_id as personId')
    .where('person_id', 'in', personIds)
    .where('video', '=', 'use')
    .execute()
  return new Set(rows.map(({ personId }) => personId))
}

/** Rooms of this channel with someone present, newest first. */
export async function findBusyRoomIds(db: Db, channelId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('video_room as room')
    .select('room.id')
    .where('room.channel_id', '=', channelId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('video_participant as stay')
          .select('stay.id')
          .whereRef('stay.room_id', '=', 'room.id')
          .where('stay.left_at', 'is', null),
      ),
    )
    .orderBy('room.created_at', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** In the person's channels: rooms with someone present, and calls that ring. */
export async function findActiveRoomIds(db: Db, query: { personId: number; now: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('video_room as room')
    .innerJoin('chat_member as member', 'member.channel_id', 'room.channel_id')
    .select('room.id')
    .where('member.person_id', '=', query.personId)
    .where('member.is_active', '=', true)
    .where(({ and, or, eb, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('video_participant as stay')
            .select('stay.id')
            .whereRef('stay.room_id', '=', 'room.id')
            .where('stay.left_at', 'is', null),
        ),
        and([eb('room.ring_state', '=', 'ringing'), eb('room.ring_until', '>', query.now)]),
      ]),
    )
    .orderBy('room.created_at', 'desc')
    .limit(query.limit)
    .execute()
  return rows.map(({ id }) => id)
}

type NewCallEvent = {
  roomId: string
  personId: number
  event: 'join' | 'leave'
  engineParticipantId: string
  reportedAt: Date
}

export async function insertCallEvent(db: Db, event: NewCallEvent, now: Date): Promise<void> {
  await db
    .insertInto('video_call_event')
    .values({
      room_id: event.roomId,
      person_id: event.personId,
      event: event.event,
      engine_participant_id: event.engineParticipantId,
      told_at: event.reportedAt,
      received_at: now,
    })
    .execute()
}

/** Locks the rows until the transaction ends. Rooms locked by others wait for the next night. */
export async function lockOldRooms(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('video_room')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

export async function findRecordingIds(db: Db, roomIds: readonly string[]): Promise<number[]> {
  if (roomIds.length === 0) return []
  const rows = await db.selectFrom('video_recording').select('id').where('room_id', 'in', roomIds).execute()
  return rows.map(({ id }) => id)
}

/** The rows of their participants, consents and recordings cascade. */
export async function deleteRooms(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('video_room').where('id', 'in', ids).execute()
}

/** Recordings in processing that were not tried since `before`, because their job was lost. */
export async function findStuckRecordings(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from video_recording
    where state = 'making' and coalesce(last_tried_at, ended_at) < ${before} order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
