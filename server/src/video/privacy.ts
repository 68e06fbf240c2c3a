import type { ListenerCtx } from '#core/ctx.ts'
import { deleteFilesAndBytes } from '#core/files/jobs.ts'
import { publishHistoryChanged } from './summary/make-meeting.ts'
import { deleteRecordings } from './meeting-store.ts'
import * as store from './privacy-store.ts'
import { settleRecording } from './recording/recording.ts'
import { publishRoomChanged } from './room-topics.ts'
import { lockRoom } from './room-store.ts'

/** The person's own data. Of recordings only their metadata, because others are in them too. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    started: await store.findStartedBy(db, personId),
    calls: await store.findStaysOf(db, personId),
    rang: await store.findRingsOf(db, personId),
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
 * A voice cannot be removed from a recording, nor a name from its transcript, so every recording with this person is deleted.
 * Must run before the person's files are erased, which include some of these.
 */
export async function eraseFor(ctx: ListenerCtx, personId: number): Promise<void> {
  const { db } = ctx
  const present = await store.findPresentRoomIds(db, personId)
  for (const roomId of present) await lockRoom(db, roomId)
  const recordings = await store.findRecordingsOf(db, personId)
  const ids = recordings.map(({ recording }) => recording)
  await deleteFilesAndBytes(ctx, await deleteRecordings(db, ids))
  await store.deleteOf(db, personId)
  for (const roomId of present) {
    await settleRecording(ctx, roomId)
    publishRoomChanged(ctx, roomId)
  }
  await publishHistoryChanged(
    ctx,
    recordings.map(({ channelId }) => channelId),
  )
}
