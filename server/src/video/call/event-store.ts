import type { Db } from '#core/ctx.ts'

export type NewCallEvent = {
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
