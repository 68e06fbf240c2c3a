import { randomUUID } from 'node:crypto'
import type { TestServer } from './harness.ts'

/** A call started by the person, with a recording of what they said and a rating. */
export async function plantVideo(server: TestServer, personId: number, mentorshipId: number, word: (where: string) => string) {
  const { db, clock } = server
  const now = clock.now()
  const [roomId, stayId, segmentId] = [randomUUID(), randomUUID(), randomUUID()]
  const { id: channelId } = await db
    .selectFrom('chat_channel')
    .select('id')
    .where('mentorship_id', '=', mentorshipId)
    .where('kind', '<>', 'direct')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('video_room')
    .values({ id: roomId, channel_id: channelId, created_by: personId, created_at: now, last_order: 1 })
    .execute()
  const engine = { engine_participant_id: word('call-name') }
  await db
    .insertInto('video_participant')
    .values({
      id: stayId,
      room_id: roomId,
      person_id: personId,
      sign_in_id: randomUUID(),
      slot: 1,
      join_order: 1,
      ...engine,
      joined_at: now,
      seen_at: now,
      left_at: now,
      left_reason: 'left',
    })
    .execute()
  const own = { room_id: roomId, person_id: personId }
  await db
    .insertInto('video_call_event')
    .values({ ...own, event: 'join', engine_participant_id: word('call-event'), told_at: now, received_at: now })
    .execute()
  await db
    .insertInto('video_ring')
    .values({ ...own, rung_at: now, answer: 'declined', answered_at: now, words: word('call-declined') })
    .execute()
  await db
    .insertInto('video_consent')
    .values({ ...own, consent: true, given_at: now })
    .execute()
  const { id: recordingId } = await db
    .insertInto('video_recording')
    .values({
      room_id: roomId,
      started_at: now,
      ended_at: now,
      state: 'making',
      last_error: word('call-error'),
      spoken: word('call-spoken'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('video_segment')
    .values({
      id: segmentId,
      recording_id: recordingId,
      room_id: roomId,
      number: 1,
      recorder_id: stayId,
      started_at: now,
      heard_at: now,
      ended_at: now,
      end_reason: 'whole',
    })
    .execute()
  await db
    .insertInto('video_piece')
    .values({ segment_id: segmentId, number: 0, bytes: Buffer.from(word('call-film')) })
    .execute()
  await db
    .insertInto('video_caption')
    .values({
      recording_id: recordingId,
      person_id: personId,
      body: word('call-said'),
      language_code: 'en',
      said_at: now,
    })
    .execute()
  await db.insertInto('video_rating').values({ recording_id: recordingId, person_id: personId, mark: 5, rated_at: now }).execute()
}
