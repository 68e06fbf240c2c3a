import type { TestServer } from './harness.ts'
import { buildMentorship, type BuiltMentorship } from './mentorships.ts'

export type BuiltChannel = BuiltMentorship & {
  /** The main channel of the mentorship. */
  channelId: number
  /** In a group, by mentee: the direct channel with the mentor. */
  direct: ReadonlyMap<number, number>
}

/** Sets the flags of chat, as staff may. */
export async function openChatFor(
  { db }: Pick<TestServer, 'db'>,
  personIds: readonly number[],
  flags: { chattype?: string; mentorship_chat?: string; ai_chat?: string } = {},
): Promise<void> {
  await db
    .updateTable('experience')
    .set({ chattype: 'use', mentorship_chat: 'use', ...flags })
    .where('person_id', 'in', personIds)
    .execute()
}

/** A mentorship with chat enabled; a group if there is more than one mentee. */
export async function buildChannel(
  server: TestServer,
  changes: Parameters<typeof buildMentorship>[1] = {},
): Promise<BuiltChannel> {
  const mentorship = await buildMentorship(server, { sessions: [], ...changes })
  const rows = await server.db
    .selectFrom('chat_channel as channel')
    .innerJoin('chat_member as member', 'member.channel_id', 'channel.id')
    .select(['channel.id', 'channel.kind', 'member.person_id as personId'])
    .where('channel.mentorship_id', '=', mentorship.id)
    .execute()
  const whole = rows.find(({ kind }) => kind !== 'direct')
  if (!whole) throw new Error('the mentorship has no channel')
  const isMentee = (personId: number) => mentorship.menteeIds.includes(personId)
  const direct = new Map(
    rows.flatMap(({ id, kind, personId }) => (kind === 'direct' && isMentee(personId) ? [[personId, id]] : [])),
  )
  return { ...mentorship, channelId: whole.id, direct }
}

export const peopleOf = ({ mentorId, menteeIds, pairManagerId }: BuiltMentorship): number[] => [
  mentorId,
  ...menteeIds,
  ...(pairManagerId === null ? [] : [pairManagerId]),
]

/** The stored messages, oldest first. */
export async function storedMessages({ db }: Pick<TestServer, 'db'>, channelId: number) {
  return db
    .selectFrom('chat_message')
    .select(['id', 'sender_id as senderId', 'temp_id as tempId', 'body', 'created_at as createdAt'])
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .execute()
}

/** Inserts messages directly, as if sent in the past. */
export async function plantMessages(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  { channelId, senderId, count }: { channelId: number; senderId: number; count: number },
): Promise<number[]> {
  const now = clock.now()
  const rows = await db
    .insertInto('chat_message')
    .values(
      Array.from({ length: count }, (_, at) => ({
        channel_id: channelId,
        sender_id: senderId,
        body: `planted ${at + 1}`,
        created_at: new Date(now.getTime() - (count - at) * 1000),
      })),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const last = ids.at(-1)
  if (last !== undefined)
    await db
      .updateTable('chat_channel')
      .set({ last_message_id: last, last_message_at: now })
      .where('id', '=', channelId)
      .execute()
  return ids
}

/** A question with an answer of the assistant that offers to ask the team; returns the answer's id. */
export async function plantUnanswered(
  server: Pick<TestServer, 'db' | 'clock'>,
  channelId: number,
  personId: number,
): Promise<number> {
  await plantMessages(server, { channelId, senderId: personId, count: 1 })
  const bot = await server.db.selectFrom('person').select('id').where('role', '=', 'ai_assistant').executeTakeFirstOrThrow()
  const [id = 0] = await plantMessages(server, { channelId, senderId: bot.id, count: 1 })
  const extra = JSON.stringify({ answer: { language: 'en', cards: [], offers_team: true } })
  await server.db.updateTable('chat_message').set({ extra }).where('id', '=', id).execute()
  return id
}

/** The person's own assistant channel, as sign-up creates it. */
export async function buildAssistantChannel(server: Pick<TestServer, 'db' | 'clock'>, personId: number): Promise<number> {
  const known = await server.db.selectFrom('chat_channel').select('id').where('person_id', '=', personId).executeTakeFirst()
  if (known) return known.id
  const now = server.clock.now()
  const { id } = await server.db
    .insertInto('chat_channel')
    .values({ kind: 'assistant', person_id: personId, last_message_at: now, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: botId } = await server.db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'ai_assistant')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('chat_member')
    .values([personId, botId].map((person_id) => ({ channel_id: id, person_id, joined_at: now })))
    .execute()
  return id
}
