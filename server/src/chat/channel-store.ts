import { ChannelKind } from '@saathi/contract/chat/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { QuietHours } from './blackout.ts'

export type ChannelRow = {
  id: number
  kind: ChannelKind
  mentorshipId: number | null
  /** The one whom an assistant's channel is for. */
  personId: number | null
  lastMessageId: number
  lastMessageAt: Date
  /** Another one as soon as members or times are others. */
  version: number
  blackoutUntil: Date | null
  /** Of its programme. */
  quietHours: QuietHours | null
}

function channels(db: Db) {
  return db
    .selectFrom('chat_channel as channel')
    .leftJoin('mentorship', 'mentorship.id', 'channel.mentorship_id')
    .leftJoin('chat_quiet_hours as quiet', 'quiet.project_id', 'mentorship.project_id')
    .select([
      'channel.id',
      'channel.kind',
      'channel.mentorship_id as mentorshipId',
      'channel.person_id as personId',
      'channel.last_message_id as lastMessageId',
      'channel.last_message_at as lastMessageAt',
      'channel.version',
      'channel.blackout_until as blackoutUntil',
      'quiet.begins',
      'quiet.ends',
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof channels>['executeTakeFirstOrThrow']>>

const toChannel = ({ begins, ends, ...row }: Row): ChannelRow => ({
  ...row,
  kind: ChannelKind.parse(row.kind),
  quietHours: begins === null || ends === null ? null : { begins, ends },
})

export async function findChannels(db: Db, ids: readonly number[]): Promise<ChannelRow[]> {
  if (ids.length === 0) return []
  return (await channels(db).where('channel.id', 'in', ids).execute()).map(toChannel)
}

/** The one of all who are in a mentorship: a pair's own, or the group's. */
export async function findWholeChannels(db: Db, mentorshipIds: readonly number[]): Promise<ChannelRow[]> {
  if (mentorshipIds.length === 0) return []
  const rows = channels(db).where('channel.mentorship_id', 'in', mentorshipIds).where('channel.kind', '<>', 'direct')
  return (await rows.execute()).map(toChannel)
}

/**
 * Held until the transaction ends, always in the order of their numbers. Whoever writes a message or changes who is in a
 * channel holds its row: so what the one reads here the other cannot change before the end.
 */
export async function lockChannels(db: Db, ids: readonly number[]): Promise<ChannelRow[]> {
  if (ids.length === 0) return []
  const rows = await channels(db).where('channel.id', 'in', ids).orderBy('channel.id').forNoKeyUpdate('channel').execute()
  return rows.map(toChannel)
}

/** For this transaction: what somebody else holds for longer is given up. */
export async function limitLockWait(db: Db, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(db)
}

export async function findChannelIdsOfMentorship(db: Db, mentorshipId: number): Promise<number[]> {
  const rows = await db.selectFrom('chat_channel').select('id').where('mentorship_id', '=', mentorshipId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export type LastMessage = { channelId: number; id: number }

/** The newest message of each channel that the person can see anything of. */
export function findLastMessages(db: Db, personId: number): Promise<LastMessage[]> {
  return db
    .selectFrom('chat_member as member')
    .innerJoin('chat_channel as channel', 'channel.id', 'member.channel_id')
    .select(['channel.id as channelId', 'channel.last_message_id as id'])
    .where('member.person_id', '=', personId)
    .where('member.is_active', '=', true)
    .execute()
}

/** Of channels whose rows the caller holds. */
export async function updateLastMessages(db: Db, last: readonly (LastMessage & { at: Date })[]): Promise<void> {
  await sql`
    update chat_channel set last_message_id = said.id, last_message_at = said.at
    from unnest(${last.map(({ channelId }) => channelId)}::bigint[], ${last.map(({ id }) => id)}::bigint[],
      ${last.map(({ at }) => at)}::timestamptz[]) as said (channel_id, id, at)
    where chat_channel.id = said.channel_id`.execute(db)
}
