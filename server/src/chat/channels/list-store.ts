import type { Db } from '#core/ctx.ts'

/** Channels in which the person takes part, newest message first. */
export async function findOwnChannelIds(db: Db, personId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_member as member')
    .innerJoin('chat_channel as channel', 'channel.id', 'member.channel_id')
    .select('channel.id')
    .where('member.person_id', '=', personId)
    .where('member.is_active', '=', true)
    .orderBy('channel.last_message_at', 'desc')
    .orderBy('channel.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Current and former members of these channels, with the fields that others may see. */
export function findShownMembers(db: Db, channelIds: readonly number[]) {
  if (channelIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('chat_member as member')
    .innerJoin('chat_channel as channel', 'channel.id', 'member.channel_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .leftJoin('mentorship_member as walker', (join) =>
      join.onRef('walker.mentorship_id', '=', 'channel.mentorship_id').onRef('walker.person_id', '=', 'member.person_id'),
    )
    .select([
      'member.channel_id as channelId',
      'member.person_id as personId',
      'member.is_active as isActive',
      'member.is_pair_manager as isPairManager',
      'member.last_seen_id as lastSeenId',
      'member.last_viewed_at as lastViewedAt',
      'walker.part',
      'person.role',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
      'person.deleted_at as deletedAt',
    ])
    .where('member.channel_id', 'in', channelIds)
    .orderBy('member.is_pair_manager')
    .orderBy('member.joined_at')
    .orderBy('member.person_id')
    .execute()
}
export type ShownMember = Awaited<ReturnType<typeof findShownMembers>>[number]

/** The newest message of each channel. */
export function findLastMessageRows(db: Db, channelIds: readonly number[]) {
  if (channelIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('chat_channel as channel')
    .innerJoin('chat_message as message', 'message.id', 'channel.last_message_id')
    .select([
      'channel.id as channelId',
      'message.id',
      'message.sender_id as senderId',
      'message.body as text',
      'message.file_id as fileId',
      'message.room_id as roomId',
      'message.extra',
      'message.created_at as createdAt',
      'message.redacted_at as redactedAt',
    ])
    .where('channel.id', 'in', channelIds)
    .execute()
}
export type LastMessageRow = Awaited<ReturnType<typeof findLastMessageRows>>[number]

/** Whether both currently take part in the same conversation. */
export async function areInOneChannel(db: Db, readerId: number, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('chat_member as reader')
    .innerJoin('chat_member as other', 'other.channel_id', 'reader.channel_id')
    .select('reader.channel_id')
    .where('reader.person_id', '=', readerId)
    .where('other.person_id', '=', personId)
    .where('reader.is_active', '=', true)
    .where('other.is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
