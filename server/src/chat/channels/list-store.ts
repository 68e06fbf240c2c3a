import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { BlockedPair } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import { toTime } from '#core/db/json-times.ts'
import type { FileSummary } from '#core/files/describe-file.ts'
import { fileAsJson } from '#core/files/store.ts'
import { isTaggedIn, unreadCountOf } from '../read-state/store.ts'
import { type LastMessageRow, lastMessages, type MemberRow, type ShownMember, shownMembers } from './member-store.ts'
import { type ChannelRow, channels, toChannel } from './store.ts'

type ListedMember = MemberRow & ShownMember & { pictureFile: FileSummary | null }

/** A channel with everything that a list shows of it. */
export type ListedChannel = ChannelRow & {
  members: readonly ListedMember[]
  apart: readonly BlockedPair[]
  lastMessage: LastMessageRow | null
  unreadCount: number
  isTagged: boolean
}

/** One statement for the whole list, because the messenger and the hub start with it. `own` is the person's own membership. */
function listedChannels(db: Db, personId: number) {
  const ownChannel = sql.ref<number>('own.channel_id')
  return channels(db)
    .innerJoin('chat_member as own', (join) => join.onRef('own.channel_id', '=', 'channel.id').on('own.person_id', '=', personId))
    .select([
      jsonArrayFrom(listedMembers(db).where('member.channel_id', '=', ownChannel)).as('members'),
      jsonArrayFrom(blocksIn(db, ownChannel)).as('apart'),
      jsonObjectFrom(lastMessages(db).where('channel.id', '=', ownChannel)).as('lastMessage'),
      unreadCountOf('own').as('unreadCount'),
      isTaggedIn('own').as('isTagged'),
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof listedChannels>['executeTakeFirstOrThrow']>>

const listedMembers = (db: Db) =>
  shownMembers(db)
    .leftJoin('chat_mute as mute', 'mute.person_id', 'member.person_id')
    .select([
      'person.disabled_at as disabledAt',
      'mute.person_id as mutedId',
      'mute.until as mutedUntil',
      fileAsJson(db, 'person.picture_file_id').as('pictureFile'),
    ])

/** Blocks among the members, like `findBlockedPairs`. */
const blocksIn = (db: Db, channelId: ReturnType<typeof sql.ref<number>>) =>
  db
    .selectFrom('chat_member as one')
    .innerJoin('person_block as block', 'block.person_id', 'one.person_id')
    .innerJoin('chat_member as other', (join) =>
      join.onRef('other.channel_id', '=', 'one.channel_id').onRef('other.person_id', '=', 'block.blocked_id'),
    )
    .select(['block.person_id as personId', 'block.blocked_id as blockedId'])
    .where('one.channel_id', '=', channelId)

function toMember({ disabledAt, mutedId, mutedUntil, ...row }: Row['members'][number]): ListedMember {
  return {
    ...row,
    lastViewedAt: toTime(row.lastViewedAt),
    deliveredAt: toTime(row.deliveredAt),
    deletedAt: toTime(row.deletedAt),
    isDisabled: disabledAt !== null || row.deletedAt !== null,
    isMuted: mutedId !== null,
    mutedUntil: toTime(mutedUntil),
  }
}

const toLastMessage = (row: NonNullable<Row['lastMessage']>): LastMessageRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  redactedAt: toTime(row.redactedAt),
  deletedAt: toTime(row.deletedAt),
})

const toListed = (row: Row): ListedChannel => ({
  ...toChannel(row),
  members: row.members.map(toMember),
  apart: row.apart.map(({ personId, blockedId }) => [personId, blockedId]),
  lastMessage: row.lastMessage && toLastMessage(row.lastMessage),
  unreadCount: row.unreadCount,
  isTagged: row.isTagged,
})

/** Channels in which the person takes part, newest message first. */
export async function findListedChannels(db: Db, personId: number, limit: number): Promise<ListedChannel[]> {
  const rows = await listedChannels(db, personId)
    .where('own.is_active', '=', true)
    .orderBy('channel.last_message_at', 'desc')
    .orderBy('channel.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toListed)
}

/** Also if the person no longer takes part; null if they never did. */
export async function findListedChannel(db: Db, personId: number, id: number): Promise<ListedChannel | null> {
  const row = await listedChannels(db, personId).where('channel.id', '=', id).executeTakeFirst()
  return row ? toListed(row) : null
}
