import type { Ctx } from '#core/ctx.ts'

/** Topics of the bus: what the servers say to each other about calls. */
export const ROOM = 'video.room'
export const SIGNAL = 'video.signal'
export const CAPTION = 'video.caption'

/** Who is there, or what is recorded, is other than it was: every server reads it again for whom it has on the line. */
export const tellRoom = (ctx: Pick<Ctx, 'tell'>, roomId: string): void => ctx.tell(ROOM, roomId)
