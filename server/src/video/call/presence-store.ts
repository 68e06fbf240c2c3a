import { LOST_AFTER_SECONDS, PEOPLE_MAX } from '@saathi/contract/video/entities'
import type { PeerState } from '@saathi/contract/video/socket'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { DismissReason } from './progress.ts'

export type LeftReason = 'left' | 'lost' | 'replaced' | 'removed' | 'signed_out' | DismissReason

const lostBefore = (now: Date): Date => new Date(now.getTime() - LOST_AFTER_SECONDS * 1000)

/** A stay is the time a person spends in a call, from joining to leaving. This selects those still there. */
const stays = (db: Db) =>
  db
    .selectFrom('video_participant')
    .select([
      'id',
      'room_id as roomId',
      'person_id as personId',
      'sign_in_id as signInId',
      'slot',
      'engine_participant_id as engineParticipantId',
    ])
    .where('left_at', 'is', null)
export type Stay = Awaited<ReturnType<ReturnType<typeof stays>['executeTakeFirstOrThrow']>>

export const findStays = (db: Db, roomId: string): Promise<Stay[]> => stays(db).where('room_id', '=', roomId).execute()

export async function findStay(db: Db, roomId: string, personId: number): Promise<Stay | null> {
  return (await stays(db).where('room_id', '=', roomId).where('person_id', '=', personId).executeTakeFirst()) ?? null
}

export async function findStayById(db: Db, peerId: string): Promise<Stay | null> {
  return (await stays(db).where('id', '=', peerId).executeTakeFirst()) ?? null
}

export async function isPresent(db: Db, roomId: string, personId: number): Promise<boolean> {
  return (await findStay(db, roomId, personId)) !== null
}

/** Everyone present, with the details that other participants see. */
export async function findPeople(db: Db, roomId: string) {
  const rows = await db
    .selectFrom('video_participant as stay')
    .innerJoin('person', 'person.id', 'stay.person_id')
    .select([
      'stay.id as peerId',
      'stay.person_id as personId',
      'stay.sign_in_id as signInId',
      'stay.join_order as order',
      'stay.can_record as canRecord',
      'stay.microphone',
      'stay.camera',
      'stay.screen',
      'stay.hand',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
    ])
    .where('stay.room_id', '=', roomId)
    .where('stay.left_at', 'is', null)
    .orderBy('stay.join_order')
    .execute()
  return rows.map(({ microphone, camera, screen, hand, firstName, lastName, ...row }) => {
    const state: PeerState = { microphone, camera, screen, hand }
    return { ...row, name: `${firstName} ${lastName}`.trim(), state }
  })
}
export type PersonInCall = Awaited<ReturnType<typeof findPeople>>[number]

/** For several rooms, used by the list of calls. */
export function findPresentIn(db: Db, roomIds: readonly string[]) {
  if (roomIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('video_participant as stay')
    .innerJoin('person', 'person.id', 'stay.person_id')
    .select([
      'stay.room_id as roomId',
      'person.id as personId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
    ])
    .where('stay.room_id', 'in', roomIds)
    .where('stay.left_at', 'is', null)
    .orderBy('stay.join_order')
    .limit(roomIds.length * PEOPLE_MAX)
    .execute()
}

/** The rooms, among these, that the person was ever in. */
export async function findAttended(db: Db, roomIds: readonly string[], personId: number): Promise<ReadonlySet<string>> {
  if (roomIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('video_participant')
    .select('room_id as roomId')
    .distinct()
    .where('room_id', 'in', roomIds)
    .where('person_id', '=', personId)
    .execute()
  return new Set(rows.map(({ roomId }) => roomId))
}

export type NewStay = Omit<Stay, 'id'> & { id: string; canRecord: boolean; state: PeerState; now: Date }

/** The caller holds the room lock, so the join order is unique. */
export async function insertStay(db: Db, stay: NewStay): Promise<void> {
  const { lastOrder } = await db
    .updateTable('video_room')
    .set((eb) => ({ last_order: eb('last_order', '+', 1) }))
    .where('id', '=', stay.roomId)
    .returning('last_order as lastOrder')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('video_participant')
    .values({
      id: stay.id,
      room_id: stay.roomId,
      person_id: stay.personId,
      sign_in_id: stay.signInId,
      slot: stay.slot,
      join_order: lastOrder,
      engine_participant_id: stay.engineParticipantId,
      can_record: stay.canRecord,
      ...stay.state,
      joined_at: stay.now,
      seen_at: stay.now,
    })
    .execute()
}

type ResumedStay = { canRecord: boolean; state: PeerState; now: Date }

export async function updateResumed(db: Db, peerId: string, { canRecord, state, now }: ResumedStay): Promise<void> {
  await db
    .updateTable('video_participant')
    .set({ can_record: canRecord, ...state, seen_at: now })
    .where('id', '=', peerId)
    .execute()
}

/** Returns the room id; null if the person has left. */
export async function updateState(db: Db, peerId: string, state: PeerState): Promise<string | null> {
  const row = await db
    .updateTable('video_participant')
    .set(state)
    .where('id', '=', peerId)
    .where('left_at', 'is', null)
    .returning('room_id as roomId')
    .executeTakeFirst()
  return row?.roomId ?? null
}

export async function updateEngineId(db: Db, peerId: string, engineParticipantId: string, now: Date): Promise<void> {
  await db
    .updateTable('video_participant')
    .set({ engine_participant_id: engineParticipantId, seen_at: now })
    .where('id', '=', peerId)
    .execute()
}

/** The caller holds the room lock. */
export async function updateLeft(db: Db, peerIds: readonly string[], reason: LeftReason, now: Date): Promise<number> {
  if (peerIds.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('video_participant')
    .set({ left_at: now, left_reason: reason, screen: false, hand: false })
    .where('id', 'in', peerIds)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function findLost(db: Db, roomId: string, now: Date): Promise<string[]> {
  const rows = await stays(db).where('room_id', '=', roomId).where('seen_at', '<', lostBefore(now)).execute()
  return rows.map(({ id }) => id)
}

/** Rooms with participants whose last heartbeat is too old. */
export async function findLostRooms(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('video_participant')
    .select('room_id as roomId')
    .distinct()
    .where('left_at', 'is', null)
    .where('seen_at', '<', lostBefore(now))
    .execute()
  return rows.map(({ roomId }) => roomId)
}

/**
 * Records a heartbeat; returns the peers that are still present. Rows are locked in id order to avoid deadlocks between
 * servers.
 */
export async function keepAlive(db: Db, peerIds: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (peerIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with present as (
      select id from video_participant where id = any(${peerIds}::uuid[]) and left_at is null order by id for no key update
    )
    update video_participant set seen_at = ${now} from present where video_participant.id = present.id
    returning video_participant.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The reasons why these stays ended; stays that continue are not included. */
export async function findLeftReasons(db: Db, peerIds: readonly string[]) {
  const rows = await db
    .selectFrom('video_participant')
    .select(['id', 'left_reason as reason'])
    .where('id', 'in', peerIds)
    .where('left_reason', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}
