import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export async function findIsShown(db: Db, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('chat_presence')
    .select('is_shown as isShown')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.isShown ?? true
}

export async function updateIsShown(db: Db, personId: number, isShown: boolean): Promise<void> {
  await db
    .insertInto('chat_presence')
    .values({ person_id: personId, is_shown: isShown })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ is_shown: isShown }))
    .execute()
}

/** `until`: null if they have just left. Updates in the order of ids, because several servers may write the same rows. */
export async function updateOnline(db: Db, personIds: readonly number[], now: Date, until: Date | null): Promise<void> {
  if (personIds.length === 0) return
  await sql`
    insert into chat_presence (person_id, online_until, last_active_at)
    select id, ${until}::timestamptz, ${now}::timestamptz from person where id = any(${[...personIds]}::bigint[]) order by id
    on conflict (person_id) do update set online_until = excluded.online_until, last_active_at = excluded.last_active_at`.execute(
    db,
  )
}

export type Companion = { personId: number; otherId: number; isOnline: boolean; lastActiveAt: Date | null }

/**
 * People who share an open conversation with one of these, and their presence. Leaves out pairs in which one has switched
 * presence off or blocked the other, and paused conversations.
 */
export async function findCompanions(db: Db, personIds: readonly number[], now: Date): Promise<Companion[]> {
  if (personIds.length === 0) return []
  const { rows } = await sql<Companion>`
    select distinct me.person_id as "personId", other.person_id as "otherId",
      coalesce(presence.online_until > ${now}, false) as "isOnline", presence.last_active_at as "lastActiveAt"
    from chat_member me
    join chat_channel channel on channel.id = me.channel_id and channel.kind <> 'assistant' and not channel.is_paused
    join chat_member other on other.channel_id = me.channel_id and other.person_id <> me.person_id and other.is_active
    left join chat_presence presence on presence.person_id = other.person_id
    where me.person_id = any(${[...personIds]}::bigint[]) and me.is_active
      and coalesce(presence.is_shown, true)
      and not exists (
        select from chat_presence own where own.person_id = me.person_id and not own.is_shown)
      and not exists (
        select from person_block block
        where (block.person_id = me.person_id and block.blocked_id = other.person_id)
          or (block.person_id = other.person_id and block.blocked_id = me.person_id))
    order by me.person_id, other.person_id`.execute(db)
  return rows
}

export function findPresenceOf(db: Db, personId: number) {
  return db
    .selectFrom('chat_presence')
    .select(['is_shown as isShown', 'last_active_at as lastActiveAt'])
    .where('person_id', '=', personId)
    .execute()
}

export async function deletePresenceOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('chat_presence').where('person_id', '=', personId).execute()
}
