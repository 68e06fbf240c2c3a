import { randomUUID } from 'node:crypto'
import type { Db } from '#core/ctx.ts'

type PastCall = { channelId: number; at: Date; endedAt: Date; personIds: readonly number[] }

/** Inserts a finished call in which everyone was present throughout and agreed to the recording. */
export async function insertPastCall(db: Db, { channelId, at, endedAt, personIds }: PastCall): Promise<number> {
  const roomId = randomUUID()
  const [createdBy = null] = personIds
  await db
    .insertInto('video_room')
    .values({
      id: roomId,
      channel_id: channelId,
      created_by: createdBy,
      created_at: at,
      closed_at: endedAt,
      ended_at: endedAt,
      ring_state: 'answered',
      ring_until: at,
      talked_seconds: Math.max(1, Math.round((endedAt.getTime() - at.getTime()) / 1_000)),
      last_order: personIds.length,
    })
    .execute()
  await db
    .insertInto('video_participant')
    .values(
      personIds.map((person_id, place) => ({
        id: randomUUID(),
        room_id: roomId,
        person_id,
        sign_in_id: randomUUID(),
        slot: place + 1,
        join_order: place + 1,
        joined_at: at,
        seen_at: endedAt,
        left_at: endedAt,
        left_reason: 'left',
      })),
    )
    .execute()
  await db
    .insertInto('video_consent')
    .values(personIds.map((person_id) => ({ room_id: roomId, person_id, consent: true, given_at: at })))
    .execute()
  const { id } = await db
    .insertInto('video_recording')
    .values({ room_id: roomId, started_at: at, ended_at: endedAt, state: 'making' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
