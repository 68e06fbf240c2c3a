import { sql } from 'kysely'
import { buildAssistantChannel } from './chat-channels.ts'
import type { TestServer } from './harness.ts'

/** A message, a rated message to the assistant, and a message of somebody else that mentions the person. */
export async function plantChat(server: TestServer, personId: number, mentorshipId: number, word: (where: string) => string) {
  const { db, clock } = server
  const now = clock.now()
  const assistantId = await buildAssistantChannel(server, personId)
  const whole = await db
    .selectFrom('chat_channel')
    .innerJoin('chat_member as other', 'other.channel_id', 'chat_channel.id')
    .select(['chat_channel.id', 'other.person_id as otherId'])
    .where('chat_channel.mentorship_id', '=', mentorshipId)
    .where('other.person_id', '<>', personId)
    .executeTakeFirstOrThrow()
  const message = await db
    .insertInto('chat_message')
    .values({
      channel_id: whole.id,
      sender_id: personId,
      temp_id: word('message-name'),
      body: word('message'),
      extra: JSON.stringify({ preview: { title: word('message-link'), description: '', image: '', url: '' } }),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update chat_message set words = array_to_tsvector(array[${word('message-word')}::text]) where id = ${message.id}`.execute(
    db,
  )
  await db
    .insertInto('chat_message_version')
    .values({ message_id: message.id, body: word('before-the-edit'), written_at: now, replaced_at: now })
    .execute()
  const naming = await db
    .insertInto('chat_message')
    .values({ channel_id: whole.id, sender_id: whole.otherId, body: `@[${word('called')}](${personId}) hello`, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('chat_message_version')
    .values({ message_id: naming.id, body: `@[${word('called-before')}](${personId})`, written_at: now, replaced_at: now })
    .execute()
  await db
    .insertInto('chat_reaction')
    .values({ message_id: naming.id, person_id: personId, emoji: word('reacted').slice(0, 32), reacted_at: now })
    .execute()
  await db.insertInto('chat_presence').values({ person_id: personId, last_active_at: now }).execute()
  await db.insertInto('chat_call_attended').values({ message_id: naming.id, person_id: personId }).execute()
  await db.insertInto('chat_mention').values({ message_id: naming.id, person_id: personId, channel_id: whole.id }).execute()
  await db
    .insertInto('chat_message')
    .values({ channel_id: assistantId, sender_id: personId, body: word('asked'), created_at: now })
    .execute()
  await db
    .insertInto('chat_held_message')
    .values({
      channel_id: whole.id,
      sender_id: personId,
      temp_id: word('held-name'),
      body: word('held'),
      extra: JSON.stringify({ preview: { title: word('held-link'), description: '', image: '', url: '' } }),
      kinds: ['phone'],
      held_at: now,
    })
    .execute()
  await db
    .insertInto('chat_rating')
    .values({
      channel_id: assistantId,
      person_id: personId,
      message_id: 1,
      marks: JSON.stringify({ [word('rated')]: 5 }),
      rated_at: now,
    })
    .execute()
}
