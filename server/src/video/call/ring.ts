import { findCallChannels, readersOf } from '#chat/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { readTopic, notifyPerson } from '#notices/public.ts'
import { findVideoUsers, type RoomRow } from '../room-store.ts'

const topicOf = (roomId: string) => `call ${roomId}`

/** Notifies everyone who could join, including people without an open page. The caller's name is not in the notice. */
export async function notifyCalled(ctx: ListenerCtx, { id, channelId, createdBy }: RoomRow): Promise<void> {
  const readers = (await findCallChannels(ctx.db, { channelIds: [channelId] })).flatMap(readersOf)
  const called = await findVideoUsers(
    ctx.db,
    readers.filter((personId) => personId !== createdBy),
  )
  for (const personId of [...called].toSorted((a, b) => a - b)) {
    await notifyPerson(ctx, {
      personId,
      kind: 'calls',
      template: 'called',
      values: {},
      link: `/video/join-meeting/${id}?section=video`,
      topic: topicOf(id),
    })
  }
}

/** The person has joined, so the notice is no longer needed. */
export const clearCallNotice = (ctx: ListenerCtx, roomId: string, personId: number): Promise<void> =>
  readTopic(ctx, personId, topicOf(roomId))
