import { sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import type { QuietHours } from '../blackout.ts'
import { type MessageRow, messages, toMessage } from '../message-store.ts'

/** The programme of its mentorship or, for an assistant's channel, of its owner. Null if there is no such channel. */
export async function findProgrammeOf(db: Db, channelId: number): Promise<{ projectId: number | null } | null> {
  const row = await db
    .selectFrom('chat_channel as channel')
    .leftJoin('mentorship', 'mentorship.id', 'channel.mentorship_id')
    .leftJoin('person as owner', 'owner.id', 'channel.person_id')
    .select(({ fn, ref }) => fn.coalesce(ref('mentorship.project_id'), ref('owner.project_id')).as('projectId'))
    .where('channel.id', '=', channelId)
    .executeTakeFirst()
  return row ?? null
}

/** Members of the channel whom a staff act on it concerns: everyone but the pair manager. */
export async function findMembersOfChannel(db: Db, channelId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_member')
    .select('person_id as personId')
    .where('channel_id', '=', channelId)
    .where('is_pair_manager', '=', false)
    .orderBy('person_id')
    .execute()
  return rows.map(({ personId }) => personId)
}

export async function updateBlackout(db: Db, channelId: number, until: Date | null): Promise<void> {
  await db.updateTable('chat_channel').set({ blackout_until: until }).where('id', '=', channelId).execute()
}

/** The programmes in this scope, each with its quiet hours if it has any. */
export function findQuietHours(db: Db, scope: Scope) {
  const programmes = db
    .selectFrom('project')
    .leftJoin('chat_quiet_hours as hours', 'hours.project_id', 'project.id')
    .select(['project.id', 'project.name', 'hours.begins', 'hours.ends'])
  const inScope = scope === 'all' ? programmes : programmes.where('project.id', 'in', [...scope])
  return inScope.orderBy('project.name').orderBy('project.id').limit(500).execute()
}

export async function saveQuietHours(db: Db, projectId: number, { begins, ends }: QuietHours): Promise<void> {
  await db
    .insertInto('chat_quiet_hours')
    .values({ project_id: projectId, begins, ends })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ begins, ends }))
    .execute()
}

export async function deleteQuietHours(db: Db, projectId: number): Promise<void> {
  await db.deleteFrom('chat_quiet_hours').where('project_id', '=', projectId).execute()
}

/** Everybody who takes part in a conversation of this project's mentorships. */
export async function findPeopleOfProject(db: Db, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_member as member')
    .innerJoin('chat_channel as channel', 'channel.id', 'member.channel_id')
    .innerJoin('mentorship', 'mentorship.id', 'channel.mentorship_id')
    .select('member.person_id as personId')
    .distinct()
    .where('mentorship.project_id', '=', projectId)
    .where('member.is_active', '=', true)
    .execute()
  return rows.map(({ personId }) => personId)
}

/** The main channel of each active mentorship, so that nobody receives a broadcast twice. */
export async function findMainChannels(db: Db, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_channel as channel')
    .innerJoin('mentorship', 'mentorship.id', 'channel.mentorship_id')
    .select('channel.id')
    .where('mentorship.project_id', '=', projectId)
    .where('mentorship.ended_at', 'is', null)
    .where('channel.kind', 'in', ['pair', 'group'])
    .orderBy('channel.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Null if the message does not exist. */
export async function findChannelOf(db: Db, messageId: number): Promise<number | null> {
  const row = await db.selectFrom('chat_message').select('channel_id').where('id', '=', messageId).executeTakeFirst()
  return row?.channel_id ?? null
}

export async function findMessage(db: Db, messageId: number): Promise<MessageRow | null> {
  const row = await messages(db).where('message.id', '=', messageId).executeTakeFirst()
  return row ? toMessage(row) : null
}

/** Erases text, mentions and attachments; the row stays. Returns the files that no message uses any more. */
export async function redactMessages(db: Db, messageIds: readonly number[], now: Date): Promise<string[]> {
  if (messageIds.length === 0) return []
  const ids = [...messageIds]
  const { rows } = await sql<{ fileId: string | null }>`
    with was as (select id, file_id from chat_message where id = any(${ids}::bigint[]) for update)
    update chat_message message
    set body = '', words = '', extra = null, file_id = null, redacted_at = coalesce(redacted_at, ${now}::timestamptz),
      version = version + 1, changed_at = ${now}::timestamptz
    from was where message.id = was.id
    returning was.file_id as "fileId"`.execute(db)
  await db.deleteFrom('chat_mention').where('message_id', 'in', ids).execute()
  await db.deleteFrom('chat_message_version').where('message_id', 'in', ids).execute()
  const fileIds = rows.flatMap(({ fileId }) => fileId ?? [])
  if (fileIds.length === 0) return []
  const used = await db.selectFrom('chat_message').select('file_id').where('file_id', 'in', fileIds).execute()
  const stillUsed = new Set(used.map(({ file_id }) => file_id))
  return [...new Set(fileIds)].filter((id) => !stillUsed.has(id))
}

export async function updatePaused(db: Db, channelIds: readonly number[], isPaused: boolean): Promise<void> {
  if (channelIds.length === 0) return
  await db.updateTable('chat_channel').set({ is_paused: isPaused }).where('id', 'in', channelIds).execute()
}

export async function saveMute(db: Db, personId: number, until: Date | null): Promise<void> {
  await db
    .insertInto('chat_mute')
    .values({ person_id: personId, until })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ until }))
    .execute()
}

export async function deleteMute(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('chat_mute').where('person_id', '=', personId).execute()
}

/** Every channel the person belongs to. */
export async function findChannelsOf(db: Db, personId: number): Promise<number[]> {
  const rows = await db.selectFrom('chat_member').select('channel_id').where('person_id', '=', personId).execute()
  return rows.map(({ channel_id }) => channel_id)
}
