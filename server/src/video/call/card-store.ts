import type { Db } from '#core/ctx.ts'
import { roomColumns } from '../room-store.ts'

/** The calls of a channel that were not planned, newest first, and what this person did. */
export function findCalls(db: Db, { channelId, personId, limit }: { channelId: number; personId: number; limit: number }) {
  return db
    .selectFrom('video_room as room')
    .select(roomColumns.map((column) => `room.${column}` as const))
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('video_participant as stay')
          .select('stay.id')
          .whereRef('stay.room_id', '=', 'room.id')
          .where('stay.person_id', '=', personId),
      )
        .$castTo<boolean>()
        .as('wasIn'),
      exists(
        selectFrom('video_ring as ring')
          .select('ring.person_id')
          .whereRef('ring.room_id', '=', 'room.id')
          .where('ring.person_id', '=', personId)
          .where('ring.answer', '=', 'declined'),
      )
        .$castTo<boolean>()
        .as('hasDeclined'),
      selectFrom('video_recording as recording')
        .select('recording.id')
        .whereRef('recording.room_id', '=', 'room.id')
        .where('recording.state', '=', 'ready')
        .where('recording.summary_file_id', 'is not', null)
        .orderBy('recording.id', 'desc')
        .limit(1)
        .as('meetingRecordingId'),
    ])
    .where('room.channel_id', '=', channelId)
    .where('room.event_id', 'is', null)
    .orderBy('room.created_at', 'desc')
    .limit(limit)
    .execute()
}
export type CallRow = Awaited<ReturnType<typeof findCalls>>[number]
