import { ChannelKind } from '@saathi/contract/chat/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Higher counts are not computed. */
const UNREAD_MAX = 99

/** One of the two has blocked the other. */
const isHidden = (sender: string, reader: string) => sql`exists (
  select from person_block block
  where (block.person_id = ${sql.ref(reader)} and block.blocked_id = ${sql.ref(sender)})
    or (block.person_id = ${sql.ref(sender)} and block.blocked_id = ${sql.ref(reader)}))`

/** After the last message that this membership has seen, without the person's own messages. `member`: a row of chat_member. */
export const unreadCountOf = (member: string) => sql<number>`(select count(*)::int from (
  select from chat_message message
  where message.channel_id = ${sql.ref(`${member}.channel_id`)} and message.id > ${sql.ref(`${member}.last_seen_id`)}
    and message.sender_id is distinct from ${sql.ref(`${member}.person_id`)} and message.deleted_at is null
    and not ${isHidden('message.sender_id', `${member}.person_id`)}
    and not (message.room_id is not null and exists (
      select from chat_call_attended attended
      where attended.message_id = message.id and attended.person_id = ${sql.ref(`${member}.person_id`)}))
  limit ${UNREAD_MAX}) as counted)`

export const isTaggedIn = (member: string) => sql<boolean>`exists (
  select from chat_mention mention
  where mention.person_id = ${sql.ref(`${member}.person_id`)} and mention.channel_id = ${sql.ref(`${member}.channel_id`)}
    and mention.message_id > ${sql.ref(`${member}.last_seen_id`)})`

/** `isMuted` is absent unless the person has silenced the channel. */
export type UnreadRow = { channelId: number; kind: ChannelKind; unreadCount: number; isTagged: boolean; isMuted?: boolean }

/** Per channel. A pair manager takes part only while somebody else does. */
export async function findUnread(db: Db, personId: number): Promise<UnreadRow[]> {
  const { rows } = await sql<Omit<UnreadRow, 'kind'> & { kind: string; isQuiet: boolean }>`
    select member.channel_id as "channelId", channel.kind, member.is_quiet as "isQuiet",
      ${unreadCountOf('member')} as "unreadCount", ${isTaggedIn('member')} as "isTagged"
    from chat_member member join chat_channel channel on channel.id = member.channel_id
    where member.person_id = ${personId} and member.is_active and (not member.is_pair_manager or exists (
      select from chat_member other
      where other.channel_id = member.channel_id and other.person_id <> member.person_id and other.is_active))
    order by member.channel_id`.execute(db)
  return rows.map(({ isQuiet, ...row }) => ({ ...row, kind: ChannelKind.parse(row.kind), ...(isQuiet && { isMuted: true }) }))
}

/** False if the message does not exist or this person is known to have been in its call. */
export async function insertAttended(db: Db, roomId: string, personId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into chat_call_attended (message_id, person_id)
    select id, ${personId}::bigint from chat_message where room_id = ${roomId}::uuid
    on conflict do nothing returning message_id`.execute(db)
  return rows.length > 0
}

type SeenMark = { channelId: number; personId: number; /** Null for all messages. */ messageId: number | null }
/** `isNotified`: there is a notification about unread messages of this channel. */
export type Seen = { lastSeenId: number; viewedAt: Date; isNotified: boolean }

/** Moves the read position only forward, and never beyond the newest message. Null if it does not move. */
export async function updateSeen(db: Db, { channelId, personId, messageId }: SeenMark, now: Date): Promise<Seen | null> {
  const { rows } = await sql<Seen>`
    update chat_member member set last_seen_id = reached.id, last_viewed_at = ${now}
    from (
      select max(id) as id from chat_message
      where channel_id = ${channelId} and (${messageId}::bigint is null or id <= ${messageId}::bigint)
    ) as reached
    where member.channel_id = ${channelId} and member.person_id = ${personId} and member.is_active
      and reached.id > member.last_seen_id
    returning member.last_seen_id as "lastSeenId", member.last_viewed_at as "viewedAt",
      member.is_told as "isNotified"`.execute(db)
  return rows[0] ?? null
}

export type DeliveredMark = { channelId: number; deliveredId: number }

/**
 * Updates all conversations of the person, because a connecting device receives the counts of all. `messageId`: null means
 * everything. Locks rows in the same order as other statements.
 */
export async function updateDelivered(
  db: Db,
  { personId, messageId }: { personId: number; messageId: number | null },
  now: Date,
): Promise<DeliveredMark[]> {
  const { rows } = await sql<DeliveredMark>`
    update chat_member member set delivered_id = reached.id, delivered_at = ${now}
    from (
      select own.channel_id, least(channel.last_message_id, ${messageId}::bigint) as id
      from chat_member own join chat_channel channel on channel.id = own.channel_id
      where own.person_id = ${personId} and own.is_active and channel.kind <> 'assistant'
        and least(channel.last_message_id, ${messageId}::bigint) > greatest(own.delivered_id, own.last_seen_id)
      order by own.channel_id
      for no key update of own
    ) as reached
    where member.channel_id = reached.channel_id and member.person_id = ${personId}
    returning member.channel_id as "channelId", member.delivered_id as "deliveredId"`.execute(db)
  return rows
}

export type AwayReader = { personId: number; channelId: number }
type AwayWindow = { /** Selects messages written between these times. */ after: Date; before: Date; limit: number }

/**
 * Marks and returns readers who have unread messages from others and were not notified since they last looked. Serialised with
 * reads, which move the same mark. Calls and assistant answers are excluded: calls ring by themselves, and nobody waits for an
 * answer without looking.
 */
export async function claimAwayReaders(db: Db, { after, before, limit }: AwayWindow): Promise<AwayReader[]> {
  const { rows } = await sql<AwayReader>`
    update chat_member notified set is_told = true
    from (
      select member.channel_id, member.person_id
      from chat_member member join chat_channel channel on channel.id = member.channel_id
      where channel.last_message_at > ${after} and channel.kind <> 'assistant'
        and channel.last_message_id > member.last_seen_id and member.is_active and not member.is_told
        and not member.is_quiet
        and exists (
          select from chat_message message
          where message.channel_id = member.channel_id and message.id > member.last_seen_id
            and message.sender_id is distinct from member.person_id and message.room_id is null
            and not ${isHidden('message.sender_id', 'member.person_id')}
            and message.redacted_at is null and message.created_at > ${after} and message.created_at <= ${before})
        and (not member.is_pair_manager or exists (
          select from chat_member other
          where other.channel_id = member.channel_id and other.person_id <> member.person_id and other.is_active))
      order by member.person_id, member.channel_id
      limit ${limit}
      for no key update of member
    ) as away
    where notified.channel_id = away.channel_id and notified.person_id = away.person_id
    returning notified.person_id as "personId", notified.channel_id as "channelId"`.execute(db)
  return rows.toSorted((a, b) => a.personId - b.personId || a.channelId - b.channelId)
}

export type Mentioned = AwayReader & { messageId: number; senderId: number }

/** Unread mentions, the newest per reader and channel. The notification's onceKey prevents duplicates, so nothing is marked. */
export async function findMentioned(db: Db, { after, before, limit }: AwayWindow): Promise<Mentioned[]> {
  const { rows } = await sql<Mentioned>`
    select distinct on (mention.person_id, mention.channel_id)
      mention.person_id as "personId", mention.channel_id as "channelId", mention.message_id as "messageId",
      message.sender_id as "senderId"
    from chat_channel channel
    join chat_member member on member.channel_id = channel.id and member.is_active
    join chat_mention mention on mention.person_id = member.person_id and mention.channel_id = member.channel_id
      and mention.message_id > member.last_seen_id
    join chat_message message on message.id = mention.message_id
    where channel.last_message_at > ${after} and channel.last_message_id > member.last_seen_id
      and message.created_at > ${after} and message.created_at <= ${before} and message.redacted_at is null
      and message.sender_id is distinct from mention.person_id and not member.is_quiet
      and not ${isHidden('message.sender_id', 'mention.person_id')}
    order by mention.person_id, mention.channel_id, mention.message_id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Who wrote the newest unread message, how many there are, and from how many people. */
export type UnreadSender = { senderId: number | null; count: number; senders: number }

export async function findUnreadSender(db: Db, { personId, channelId }: AwayReader): Promise<UnreadSender> {
  const { rows } = await sql<UnreadSender>`
    select (array_agg(unread.sender_id order by unread.id desc))[1] as "senderId", count(*)::int as count,
      count(distinct unread.sender_id)::int as senders
    from (
      select message.id, message.sender_id
      from chat_member member join chat_message message on message.channel_id = member.channel_id
      where member.channel_id = ${channelId} and member.person_id = ${personId} and message.id > member.last_seen_id
        and message.sender_id <> member.person_id and message.room_id is null and message.redacted_at is null
        and not ${isHidden('message.sender_id', 'member.person_id')}
      order by message.id
      limit ${UNREAD_MAX}) as unread`.execute(db)
  return rows[0] ?? { senderId: null, count: 0, senders: 0 }
}

export async function clearNotified(db: Db, { personId, channelId }: AwayReader): Promise<void> {
  await db
    .updateTable('chat_member')
    .set({ is_told: false })
    .where('channel_id', '=', channelId)
    .where('person_id', '=', personId)
    .execute()
}
