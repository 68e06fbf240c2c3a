import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type AwayReader = { personId: number; channelId: number }
export type Waited = { /** Said after this, and before that. */ after: Date; before: Date; limit: number }

/**
 * Who has not looked at what others have said there, and has not been told of it since they last looked; they count as told from
 * now on. Somebody who reads it at this very moment has moved their mark, or moves it after this. Calls ring by themselves, and
 * the assistant is asked by who waits for it.
 */
export async function takeAwayReaders(db: Db, { after, before, limit }: Waited): Promise<AwayReader[]> {
  const { rows } = await sql<AwayReader>`
    update chat_member told set is_told = true
    from (
      select member.channel_id, member.person_id
      from chat_member member join chat_channel channel on channel.id = member.channel_id
      where channel.last_message_at > ${after} and channel.kind <> 'assistant'
        and channel.last_message_id > member.last_seen_id and member.is_active and not member.is_told
        and exists (
          select from chat_message message
          where message.channel_id = member.channel_id and message.id > member.last_seen_id
            and message.sender_id is distinct from member.person_id and message.room_id is null
            and message.redacted_at is null and message.created_at > ${after} and message.created_at <= ${before})
        and (not member.is_pair_manager or exists (
          select from chat_member other
          where other.channel_id = member.channel_id and other.person_id <> member.person_id and other.is_active))
      order by member.person_id, member.channel_id
      limit ${limit}
      for no key update of member
    ) as away
    where told.channel_id = away.channel_id and told.person_id = away.person_id
    returning told.person_id as "personId", told.channel_id as "channelId"`.execute(db)
  return rows.toSorted((a, b) => a.personId - b.personId || a.channelId - b.channelId)
}

export type Mentioned = AwayReader & { messageId: number }

/** Who was mentioned in what they have not looked at, by the newest such message. Told once each, so nothing is marked here. */
export async function findMentioned(db: Db, { after, before, limit }: Waited): Promise<Mentioned[]> {
  const { rows } = await sql<Mentioned>`
    select distinct on (mention.person_id, mention.channel_id)
      mention.person_id as "personId", mention.channel_id as "channelId", mention.message_id as "messageId"
    from chat_channel channel
    join chat_member member on member.channel_id = channel.id and member.is_active
    join chat_mention mention on mention.person_id = member.person_id and mention.channel_id = member.channel_id
      and mention.message_id > member.last_seen_id
    join chat_message message on message.id = mention.message_id
    where channel.last_message_at > ${after} and channel.last_message_id > member.last_seen_id
      and message.created_at > ${after} and message.created_at <= ${before} and message.redacted_at is null
      and message.sender_id is distinct from mention.person_id
    order by mention.person_id, mention.channel_id, mention.message_id desc
    limit ${limit}`.execute(db)
  return rows
}

export async function updateNotTold(db: Db, { personId, channelId }: AwayReader): Promise<void> {
  await db
    .updateTable('chat_member')
    .set({ is_told: false })
    .where('channel_id', '=', channelId)
    .where('person_id', '=', personId)
    .execute()
}
