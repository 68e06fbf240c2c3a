import { ChannelKind } from '@saathi/contract/chat/entities'
import { FilterMode } from '@saathi/contract/chat/filter'
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
  /** Paused by the team until it reopens the channel. */
  isPaused: boolean
  /** After a farewell, its members can only read it. */
  isReadOnly: boolean
  /** The quiet hours of its programme. */
  quietHours: QuietHours | null
  /** How its programme treats contact data, and the patterns of its active rules. */
  filterMode: FilterMode
  filterPatterns: readonly string[]
}

/** Loaded only if the filter is enabled. */
const patternsInForce = sql<string[]>`case when coalesce(filter.mode, 'off') = 'off' then '{}'::text[] else array(
  select unnest(version.patterns) from chat_filter_rule rule
  join chat_filter_rule_version version on version.rule_id = rule.id and version.version = rule.active_version
  where rule.project_id = mentorship.project_id order by rule.id) end`

export function channels(db: Db) {
  return db
    .selectFrom('chat_channel as channel')
    .leftJoin('mentorship', 'mentorship.id', 'channel.mentorship_id')
    .leftJoin('chat_quiet_hours as quiet', 'quiet.project_id', 'mentorship.project_id')
    .leftJoin('chat_filter as filter', 'filter.project_id', 'mentorship.project_id')
    .select([
      'channel.id',
      'channel.kind',
      'channel.mentorship_id as mentorshipId',
      'channel.person_id as personId',
      'channel.last_message_id as lastMessageId',
      'channel.last_message_at as lastMessageAt',
      'channel.version',
      'channel.blackout_until as blackoutUntil',
      'channel.is_paused as isPaused',
      'channel.is_read_only as isReadOnly',
      'quiet.begins',
      'quiet.ends',
      'filter.mode',
      patternsInForce.as('filterPatterns'),
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof channels>['executeTakeFirstOrThrow']>>

export const toChannel = ({ begins, ends, mode, ...row }: Row): ChannelRow => ({
  ...row,
  filterMode: FilterMode.parse(mode ?? 'off'),
  kind: ChannelKind.parse(row.kind),
  quietHours: begins === null || ends === null ? null : { begins, ends },
})

export async function findChannels(db: Db, ids: readonly number[]): Promise<ChannelRow[]> {
  if (ids.length === 0) return []
  return (await channels(db).where('channel.id', 'in', ids).execute()).map(toChannel)
}

/** The main channel of a mentorship: the pair or group channel. */
export async function findMainChannels(db: Db, mentorshipIds: readonly number[]): Promise<ChannelRow[]> {
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

/** The caller has locked these channels. */
export async function updateReadOnly(db: Db, channelIds: readonly number[]): Promise<void> {
  if (channelIds.length === 0) return
  await db.updateTable('chat_channel').set({ is_read_only: true }).where('id', 'in', channelIds).execute()
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

export async function findAssistantChannel(db: Db, personId: number): Promise<number | null> {
  const row = await db
    .selectFrom('chat_channel')
    .select('id')
    .where('kind', '=', 'assistant')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Marks all but the last few as read, so that people of the demo have unread messages. */
export async function markMostSeen(db: Db, channelId: number, upTo: number, now: Date): Promise<void> {
  await db
    .updateTable('chat_member')
    .set({ last_seen_id: upTo, last_viewed_at: now })
    .where('channel_id', '=', channelId)
    .where('last_seen_id', '<', upTo)
    .execute()
}

/**
 * The main channel of the mentorship; for a pair, it is also their direct channel. Idempotent. The migration contains the same
 * statement for mentorships that are older than chat.
 */
export async function insertMainChannel(db: Db, mentorshipId: number, now: Date): Promise<void> {
  await sql`
    insert into chat_channel (kind, mentorship_id, last_message_at, created_at)
    select case group_type when '1toM' then 'group' else 'pair' end, id, ${now}, ${now}
    from mentorship where id = ${mentorshipId}
    on conflict (mentorship_id) where kind in ('pair', 'group') do nothing`.execute(db)
  await sql`
    insert into chat_member (channel_id, person_id, is_pair_manager, joined_at)
    select channel.id, member.person_id, member.part = 'pair_manager', ${now}
    from chat_channel channel
    join mentorship_member member on member.mentorship_id = channel.mentorship_id and member.left_at is null
    where channel.mentorship_id = ${mentorshipId} and channel.kind in ('pair', 'group')
    on conflict (channel_id, person_id) do nothing`.execute(db)
}

/** Mentees of a group without a channel with the mentor. */
export async function findWithoutDirect(db: Db, mentorshipId: number): Promise<{ mentorId: number; menteeId: number }[]> {
  const { rows } = await sql<{ mentorId: number; menteeId: number }>`
    select mentor.person_id as "mentorId", mentee.person_id as "menteeId"
    from mentorship
    join mentorship_member mentor on mentor.mentorship_id = mentorship.id and mentor.part = 'mentor' and mentor.left_at is null
    join mentorship_member mentee on mentee.mentorship_id = mentorship.id and mentee.part = 'mentee' and mentee.left_at is null
    where mentorship.id = ${mentorshipId} and mentorship.group_type = '1toM' and not exists (
      select from chat_channel channel
      join chat_member one on one.channel_id = channel.id and one.person_id = mentor.person_id
      join chat_member other on other.channel_id = channel.id and other.person_id = mentee.person_id
      where channel.mentorship_id = mentorship.id and channel.kind = 'direct')
    order by mentee.person_id`.execute(db)
  return rows
}

export async function insertDirectChannel(db: Db, mentorshipId: number, people: readonly number[], now: Date): Promise<number> {
  const { id } = await db
    .insertInto('chat_channel')
    .values({ kind: 'direct', mentorship_id: mentorshipId, last_message_at: now, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('chat_member')
    .values(people.map((personId) => ({ channel_id: id, person_id: personId, joined_at: now })))
    .execute()
  return id
}

/** For these people, or for everybody with the assistant enabled and no channel yet. Returns those who got one. */
export async function insertAssistantChannels(db: Db, personIds: readonly number[] | null, now: Date): Promise<number[]> {
  const { rows } = await sql<{ personId: number }>`
    with made as (
      insert into chat_channel (kind, person_id, last_message_at, created_at)
      select 'assistant', experience.person_id, ${now}, ${now}
      from experience join person on person.id = experience.person_id and person.deleted_at is null
      where experience.ai_chat = 'use' and (${personIds}::bigint[] is null or experience.person_id = any(${personIds}::bigint[]))
      on conflict (person_id) where kind = 'assistant' do nothing
      returning id, person_id
    ), filled as (
      insert into chat_member (channel_id, person_id, joined_at)
      select made.id, who.person_id, ${now}
      from made cross join lateral (
        select made.person_id union select person.id from person where person.role = 'ai_assistant'
      ) as who (person_id)
    )
    select person_id as "personId" from made`.execute(db)
  return rows.map(({ personId }) => personId)
}
