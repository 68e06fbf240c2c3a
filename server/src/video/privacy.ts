import type { ListenerCtx } from '#core/events.ts'
import { forgetFiles } from '#core/files/forget-files.ts'
import { tellHistory } from './make-meeting.ts'
import { deleteRecordings } from './meeting-store.ts'
import * as store from './privacy-store.ts'
import { settleRecording } from './recording.ts'
import { tellRoom } from './room-notes.ts'
import { lockRoom } from './room-store.ts'

/** One's own doings and words; of the recordings only which there are, because others are in them. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    started: await store.findStartedBy(db, personId),
    calls: await store.findStaysOf(db, personId),
    events: await store.findEventsOf(db, personId),
    consents: await store.findConsentsOf(db, personId),
    said: await store.findCaptionsOf(db, personId),
    ratings: await store.findRatingsOf(db, personId),
    recordings: (await store.findRecordingsOf(db, personId)).map(({ channelId, ...own }) => ({
      ...own,
      conversation: channelId,
    })),
  }
}

/**
 * A voice cannot be taken out of a recording, nor a name out of what was made of it: each one that the person is in goes whole.
 * Before their files go, some of which are these.
 */
export async function eraseFor(ctx: ListenerCtx, personId: number): Promise<void> {
  const { db } = ctx
  const present = await store.findPresentRoomIds(db, personId)
  for (const roomId of present) await lockRoom(db, roomId)
  const recordings = await store.findRecordingsOf(db, personId)
  const ids = recordings.map(({ recording }) => recording)
  await forgetFiles(ctx, await deleteRecordings(db, ids))
  await store.deleteOf(db, personId)
  for (const roomId of present) {
    await settleRecording(ctx, roomId)
    tellRoom(ctx, roomId)
  }
  await tellHistory(
    ctx,
    recordings.map(({ channelId }) => channelId),
  )
}
