import type { Ctx } from '#core/ctx.ts'

/** Bus topics for messages between servers about calls. */
export const ROOM = 'video.room'
export const SIGNAL = 'video.signal'
export const CAPTION = 'video.caption'

/** Presence or recording changed: every server refreshes the room for its sockets. */
export const publishRoomChanged = (ctx: Pick<Ctx, 'publishToTopic'>, roomId: string): void => ctx.publishToTopic(ROOM, roomId)
