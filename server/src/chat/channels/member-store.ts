import type { Db } from '#core/ctx.ts'

export type MemberRow = {
  channelId: number
  personId: number
  isActive: boolean
  isPairManager: boolean
  /** The account was disabled or deleted. */
  isDisabled: boolean
  /** The team has muted this person; `mutedUntil` is null if there is no end. */
  isMuted: boolean
  mutedUntil: Date | null
}

export async function findMembersOf(db: Db, channelIds: readonly number[]): Promise<MemberRow[]> {
  if (channelIds.length === 0) return []
  const rows = await db
    .selectFrom('chat_member as member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .leftJoin('chat_mute as mute', 'mute.person_id', 'member.person_id')
    .select([
      'member.channel_id as channelId',
      'member.person_id as personId',
      'member.is_active as isActive',
      'member.is_pair_manager as isPairManager',
      'person.disabled_at as disabledAt',
      'person.deleted_at as deletedAt',
      'mute.person_id as mutedId',
      'mute.until as mutedUntil',
    ])
    .where('member.channel_id', 'in', channelIds)
    .orderBy('member.person_id')
    .execute()
  return rows.map(({ mutedId, disabledAt, deletedAt, ...row }) => ({
    ...row,
    isDisabled: disabledAt !== null || deletedAt !== null,
    isMuted: mutedId !== null,
  }))
}

/** The active accounts among these, locked so that none is disabled before the transaction ends. */
export async function lockActive(db: Db, personIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (personIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('id', 'in', personIds)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The caller has locked these channels. Returns the people whose status changed. */
export async function updateActive(
  db: Db,
  channelIds: readonly number[],
  personIds: readonly number[] | null,
  isActive: boolean,
): Promise<number[]> {
  if (channelIds.length === 0 || personIds?.length === 0) return []
  const rows = await db
    .updateTable('chat_member')
    .set({ is_active: isActive })
    .where('channel_id', 'in', channelIds)
    .where('is_active', '=', !isActive)
    .$if(personIds !== null, (query) => query.where('person_id', 'in', personIds ?? []))
    .returning('person_id as personId')
    .execute()
  return [...new Set(rows.map(({ personId }) => personId))]
}

/** Direct channels of this mentorship in which one of these people is a member. */
export async function findDirectChannelsOf(db: Db, mentorshipId: number, personIds: readonly number[]): Promise<number[]> {
  if (personIds.length === 0) return []
  const rows = await db
    .selectFrom('chat_member as member')
    .innerJoin('chat_channel as channel', 'channel.id', 'member.channel_id')
    .innerJoin('mentorship_member as participant', (join) =>
      join
        .onRef('participant.mentorship_id', '=', 'channel.mentorship_id')
        .onRef('participant.person_id', '=', 'member.person_id'),
    )
    .select('channel.id')
    .where('channel.mentorship_id', '=', mentorshipId)
    .where('channel.kind', '=', 'direct')
    // Not the mentor: if the mentor leaves, the whole mentorship ends.
    .where('participant.part', 'in', ['mentee', 'pair_manager'])
    .where('member.person_id', 'in', personIds)
    .execute()
  return rows.map(({ id }) => id)
}

/** The direct channel between these two in this mentorship. */
export async function findDirectChannel(
  db: Db,
  mentorshipId: number,
  [one, other]: readonly [number, number],
): Promise<number | null> {
  const row = await db
    .selectFrom('chat_channel as channel')
    .innerJoin('chat_member as first', (join) =>
      join.onRef('first.channel_id', '=', 'channel.id').on('first.person_id', '=', one),
    )
    .innerJoin('chat_member as second', (join) =>
      join.onRef('second.channel_id', '=', 'channel.id').on('second.person_id', '=', other),
    )
    .select('channel.id')
    .where('channel.mentorship_id', '=', mentorshipId)
    .where('channel.kind', '=', 'direct')
    .executeTakeFirst()
  return row?.id ?? null
}

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

/** Current and former members, with the fields that others may see. */
export const shownMembers = (db: Db) =>
  db
    .selectFrom('chat_member as member')
    .innerJoin('chat_channel as channel', 'channel.id', 'member.channel_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .leftJoin('mentorship_member as participant', (join) =>
      join
        .onRef('participant.mentorship_id', '=', 'channel.mentorship_id')
        .onRef('participant.person_id', '=', 'member.person_id'),
    )
    .select([
      'member.channel_id as channelId',
      'member.person_id as personId',
      'member.is_active as isActive',
      'member.is_pair_manager as isPairManager',
      'member.last_seen_id as lastSeenId',
      'member.last_viewed_at as lastViewedAt',
      'member.delivered_id as deliveredId',
      'member.delivered_at as deliveredAt',
      'member.is_quiet as isQuiet',
      'participant.part',
      'person.role',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
      'person.deleted_at as deletedAt',
    ])
    .orderBy('member.is_pair_manager')
    .orderBy('member.joined_at')
    .orderBy('member.person_id')

export type ShownMember = Awaited<ReturnType<typeof findShownMembers>>[number]

export function findShownMembers(db: Db, channelIds: readonly number[]) {
  if (channelIds.length === 0) return Promise.resolve([])
  return shownMembers(db).where('member.channel_id', 'in', channelIds).execute()
}

/** The newest message of each channel. */
export const lastMessages = (db: Db) =>
  db
    .selectFrom('chat_channel as channel')
    .innerJoin('chat_message as message', 'message.id', 'channel.last_message_id')
    .leftJoin('file', 'file.id', 'message.file_id')
    .select([
      'channel.id as channelId',
      'message.id',
      'message.sender_id as senderId',
      'message.body as text',
      'file.name as fileName',
      'file.type as fileType',
      'message.room_id as roomId',
      'message.extra',
      'message.created_at as createdAt',
      'message.redacted_at as redactedAt',
      'message.deleted_at as deletedAt',
    ])
export type LastMessageRow = Awaited<ReturnType<ReturnType<typeof lastMessages>['executeTakeFirstOrThrow']>>

export async function updateQuiet(db: Db, channelId: number, personId: number, isQuiet: boolean): Promise<void> {
  await db
    .updateTable('chat_member')
    .set({ is_quiet: isQuiet })
    .where('channel_id', '=', channelId)
    .where('person_id', '=', personId)
    .execute()
}

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
