import type { ContactKind } from '@saathi/contract/chat/filter'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

type Place = { channelId: number; senderId: number }

/** Reads at most this many of the channel's newest messages. */
const LOOKED_AT = 40

/** The person's newest messages in a channel, oldest first. */
export async function findNewestOf(
  db: Db,
  { channelId, senderId }: Place,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom((inner) =>
      inner
        .selectFrom('chat_message')
        .select(['id', 'body', 'sender_id', 'created_at', 'room_id'])
        .where('channel_id', '=', channelId)
        .orderBy('id', 'desc')
        .limit(LOOKED_AT)
        .as('newest'),
    )
    .select('body')
    .where('sender_id', '=', senderId)
    .where('room_id', 'is', null)
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ body }) => body).toReversed()
}

export type NeighbourText = { id: number; text: string }

/** The sender's texts around a message, oldest first; a number may be split over several of them. */
export async function findNeighbours(
  db: Db,
  { id, channelId, senderId }: Place & { id: number },
  limit: number,
): Promise<NeighbourText[]> {
  const { rows } = await sql<NeighbourText>`
    (select id, body as text from chat_message
      where channel_id = ${channelId} and sender_id = ${senderId} and room_id is null and id < ${id} order by id desc limit ${limit})
    union all
    (select id, body as text from chat_message
      where channel_id = ${channelId} and sender_id = ${senderId} and room_id is null and id > ${id} order by id limit ${limit})
    order by id`.execute(db)
  return rows
}

export type NewHeld = Place & {
  tempId: string
  text: string
  fileId: string | null
  extra: object | null
  replyToId: number | null
  kinds: readonly ContactKind[]
}

/** A message that is sent again is held only once. */
export async function insertHeld(db: Db, held: readonly NewHeld[], now: Date): Promise<void> {
  if (held.length === 0) return
  await db
    .insertInto('chat_held_message')
    .values(
      held.map(({ channelId, senderId, tempId, text, fileId, extra, replyToId, kinds }) => ({
        channel_id: channelId,
        sender_id: senderId,
        temp_id: tempId,
        body: text,
        file_id: fileId,
        extra: extra === null ? null : JSON.stringify(extra),
        reply_to_id: replyToId,
        kinds: [...kinds],
        held_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['sender_id', 'channel_id', 'temp_id']).doNothing())
    .execute()
}

const held = (db: Db) =>
  db
    .selectFrom('chat_held_message as held')
    .leftJoin('file', 'file.id', 'held.file_id')
    .innerJoin('chat_channel as channel', 'channel.id', 'held.channel_id')
    .innerJoin('mentorship', 'mentorship.id', 'channel.mentorship_id')
    .innerJoin('project', 'project.id', 'mentorship.project_id')
    .innerJoin('person', 'person.id', 'held.sender_id')
    .select([
      'held.id',
      'held.channel_id as channelId',
      'held.sender_id as senderId',
      'held.temp_id as tempId',
      'held.body as text',
      'held.file_id as fileId',
      'held.extra',
      'held.reply_to_id as replyToId',
      'held.kinds',
      'held.held_at as heldAt',
      'held.state',
      'file.name as fileName',
      'project.id as projectId',
      'project.name as programme',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.role',
    ])
export type HeldRecord = Awaited<ReturnType<ReturnType<typeof held>['executeTakeFirstOrThrow']>>

export const findHeld = async (db: Db, id: number): Promise<HeldRecord | null> =>
  (await held(db).where('held.id', '=', id).executeTakeFirst()) ?? null

export const lockHeld = async (db: Db, id: number): Promise<HeldRecord | null> =>
  (await held(db).where('held.id', '=', id).forNoKeyUpdate('held').executeTakeFirst()) ?? null

/** Used to keep people from deciding about messages of their own conversations. */
export async function isMemberOf(db: Db, channelId: number, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('chat_member')
    .select('person_id')
    .where('channel_id', '=', channelId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

export async function findWaiting(
  db: Db,
  { scope, readerId, skip, limit }: { scope: 'all' | ReadonlySet<number>; readerId: number; skip: number; limit: number },
): Promise<HeldRecord[]> {
  return held(db)
    .where('held.state', '=', 'waiting')
    .$if(scope !== 'all', (query) => query.where('project.id', 'in', scope === 'all' ? [] : [0, ...scope]))
    .where(
      sql<boolean>`not exists (
        select from chat_member where channel_id = held.channel_id and person_id = ${readerId})`,
    )
    .orderBy('held.id')
    .offset(skip)
    .limit(limit)
    .execute()
}

/** For the counts of the console. */
export async function countWaiting(
  db: Db,
  { scope, readerId }: { scope: 'all' | ReadonlySet<number>; readerId: number },
): Promise<number> {
  return (await findWaiting(db, { scope, readerId, skip: 0, limit: COUNTED_MAX })).length
}
const COUNTED_MAX = 99

export async function findOwnHeld(db: Db, { channelId, senderId }: Place, since: Date): Promise<HeldRecord[]> {
  return held(db)
    .where('held.channel_id', '=', channelId)
    .where('held.sender_id', '=', senderId)
    .where(({ or, and, eb }) =>
      or([eb('held.state', '=', 'waiting'), and([eb('held.state', '=', 'rejected'), eb('held.decided_at', '>=', since)])]),
    )
    .orderBy('held.id', 'desc')
    .limit(50)
    .execute()
}

export async function updateHeld(
  db: Db,
  id: number,
  { state, decidedBy, decidedAt }: { state: 'released' | 'rejected'; decidedBy: number; decidedAt: Date },
): Promise<void> {
  await db
    .updateTable('chat_held_message')
    .set({ state, decided_by: decidedBy, decided_at: decidedAt })
    .where('id', '=', id)
    .execute()
}

/** Held messages of the person, for export and erasure. */
export const findHeldBy = (db: Db, personId: number) =>
  db
    .selectFrom('chat_held_message')
    .select(['channel_id as conversation', 'body as text', 'held_at as heldAt', 'state', 'file_id as file'])
    .where('sender_id', '=', personId)
    .where('state', '<>', 'released')
    .orderBy('id')
    .execute()

export async function deleteHeldBy(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('chat_held_message').where('sender_id', '=', personId).execute()
}
