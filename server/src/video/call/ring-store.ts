import { ALONE_SECONDS } from '@saathi/contract/video/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { CallProgress, RingAnswer } from './progress.ts'

type Ring = { personId: number; answer: RingAnswer; words: string | null }

const isAnswer = (value: string | null): value is RingAnswer =>
  value === null || value === 'joined' || value === 'declined' || value === 'busy'

export async function findRings(db: Db, roomId: string): Promise<Ring[]> {
  const rows = await db
    .selectFrom('video_ring')
    .select(['person_id as personId', 'answer', 'words'])
    .where('room_id', '=', roomId)
    .orderBy('person_id')
    .execute()
  return rows.map(({ answer, ...row }) => ({ ...row, answer: isAnswer(answer) ? answer : null }))
}

type NewRing = { roomId: string; rungBy: number; personIds: readonly number[]; until: Date; now: Date }

/** The caller holds the room lock. People who are in another call are busy, and nothing rings for them. */
export async function startRing(db: Db, { roomId, rungBy, personIds, until, now }: NewRing): Promise<void> {
  await db
    .updateTable('video_room')
    .set({ ring_state: 'ringing', ring_until: until, rung_by: rungBy, alone_since: null, ended_at: null })
    .where('id', '=', roomId)
    .execute()
  await db.deleteFrom('video_ring').where('room_id', '=', roomId).execute()
  await sql`
    insert into video_ring (room_id, person_id, rung_at, answer, answered_at)
    select ${roomId}::uuid, rung.id, ${now}::timestamptz, case when busy then 'busy' end, case when busy then ${now}::timestamptz end
    from unnest(${[...personIds]}::bigint[]) as rung (id)
    cross join lateral (
      select exists (
        select from video_participant stay where stay.person_id = rung.id and stay.left_at is null and stay.room_id <> ${roomId}::uuid
      ) as busy) as state`.execute(db)
}

type Answer = { roomId: string; personId: number; answer: 'joined' | 'declined'; words?: string | undefined; now: Date }

/** Joining counts even after declining in another tab. False if it does not ring for this person. */
export async function answerRing(db: Db, { roomId, personId, answer, words, now }: Answer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('video_ring')
    .set({ answer, answered_at: now, words: words ?? null })
    .where('room_id', '=', roomId)
    .where('person_id', '=', personId)
    .$if(answer === 'declined', (query) => query.where('answer', 'is', null))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateProgress(db: Db, roomId: string, progress: CallProgress): Promise<void> {
  await db
    .updateTable('video_room')
    .set({
      ring_state: progress.ringState,
      together_since: progress.togetherSince,
      talked_seconds: progress.talkedSeconds,
      alone_since: progress.aloneSince,
      ended_at: progress.endedAt,
    })
    .where('id', '=', roomId)
    .execute()
}

/** Rooms whose ring is over, or in which somebody has been alone for too long. */
export async function findDueRooms(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('video_room')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('ring_state', '=', 'ringing'), eb('ring_until', '<=', now)]),
        eb('alone_since', '<=', new Date(now.getTime() - ALONE_SECONDS * 1_000)),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Rings of these rooms for one person that they have not answered. */
export async function findUnansweredRings(db: Db, roomIds: readonly string[], personId: number, now: Date) {
  if (roomIds.length === 0) return []
  return db
    .selectFrom('video_ring as ring')
    .innerJoin('video_room as room', 'room.id', 'ring.room_id')
    .innerJoin('person', 'person.id', 'room.rung_by')
    .select([
      'room.id as roomId',
      'room.ring_until as endsAt',
      'person.id as personId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
    ])
    .where('room.id', 'in', roomIds)
    .where('ring.person_id', '=', personId)
    .where('ring.answer', 'is', null)
    .where('room.ring_state', '=', 'ringing')
    .where('room.ring_until', '>', now)
    .execute()
}

/** The other person who left this room last. */
export async function findLastLeft(db: Db, roomId: string, personId: number) {
  const row = await db
    .selectFrom('video_participant')
    .select('person_id as personId')
    .where('room_id', '=', roomId)
    .where('person_id', '<>', personId)
    .where('left_at', 'is not', null)
    .orderBy('left_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.personId ?? null
}
