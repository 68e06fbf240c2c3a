import type { Db } from '#core/ctx.ts'

export type Told = { roomId: string; personId: number; event: 'join' | 'leave'; engineParticipantId: string; toldAt: Date }

export async function insertCallEvent(db: Db, told: Told, now: Date): Promise<void> {
  await db
    .insertInto('video_call_event')
    .values({
      room_id: told.roomId,
      person_id: told.personId,
      event: told.event,
      engine_participant_id: told.engineParticipantId,
      told_at: told.toldAt,
      received_at: now,
    })
    .execute()
}
