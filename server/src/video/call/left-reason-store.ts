import type { Db } from '#core/ctx.ts'

/** The reasons why these stays ended; stays that continue are not included. */
export async function findLeftReasons(db: Db, peerIds: readonly string[]) {
  const rows = await db
    .selectFrom('video_participant')
    .select(['id', 'left_reason as reason'])
    .where('id', 'in', peerIds)
    .where('left_reason', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}
