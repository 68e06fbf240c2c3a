import { ChannelKind } from '@saathi/contract/chat/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { QuietHours } from '../blackout.ts'

export type ChannelRow = {
  id: number
  kind: ChannelKind
  mentorshipId: number | null
  /** Owner of an assistant channel. */
  personId: number | null
  lastMessageId: number
  lastMessageAt: Date
  /** Increases whenever members or closing times change. */
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

/** The main channel of a mentorship: the pair or group channel. */
export async function findWholeChannels(db: Db, mentorshipIds: readonly number[]): Promise<ChannelRow[]> {
  if (mentorshipIds.length === 0) return []
  const rows = channels(db).where('channel.mentorship_id', 'in', mentorshipIds).where('channel.kind', '<>', 'direct')
  return (await rows.execute()).map(toChannel)
}

/**
 * Locks channels until the end of the transaction, in the order of their ids. Writing a message and changing the members both lock
 * the row, so neither sees a state that the other is changing.
 */
export async function lockChannels(db: Db, ids: readonly number[]): Promise<ChannelRow[]> {
  if (ids.length === 0) return []
  const rows = await channels(db).where('channel.id', 'in', ids).orderBy('channel.id').forNoKeyUpdate('channel').execute()
  return rows.map(toChannel)
}

/** For this transaction: stop waiting for locks after this time. */
export async function limitLockWait(db: Db, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(db)
}

export async function findChannelIdsOfMentorship(db: Db, mentorshipId: number): Promise<number[]> {
  const rows = await db.selectFrom('chat_channel').select('id').where('mentorship_id', '=', mentorshipId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export type LastMessage = { channelId: number; id: number }

/** The newest message of each channel the person takes part in. */
export function findLastMessages(db: Db, personId: number): Promise<LastMessage[]> {
  return db
    .selectFrom('chat_member as member')
    .innerJoin('chat_channel as channel', 'channel.id', 'member.channel_id')
    .select(['channel.id as channelId', 'channel.last_message_id as id'])
    .where('member.person_id', '=', personId)
    .where('member.is_active', '=', true)
    .execute()
}

/** The caller has locked the rows of these channels. */
export async function updateLastMessages(db: Db, newest: readonly (LastMessage & { at: Date })[]): Promise<void> {
  await sql`
    update chat_channel set last_message_id = newest.id, last_message_at = newest.at
    from unnest(${newest.map(({ channelId }) => channelId)}::bigint[], ${newest.map(({ id }) => id)}::bigint[],
      ${newest.map(({ at }) => at)}::timestamptz[]) as newest (channel_id, id, at)
    where chat_channel.id = newest.channel_id`.execute(db)
}
