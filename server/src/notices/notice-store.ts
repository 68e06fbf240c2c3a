import { ChosenKind, type NoticeKind } from '@saathi/contract/notices/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/**
 * Serialises the writing of one person's notices, so that the pushed count is right and a later notice has the greater
 * id.
 */
export async function lockNotices(db: Db, personId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('notices', ${personId}))`.execute(db)
}

export type NewNotice = {
  personId: number
  kind: NoticeKind
  template: string
  values: object
  link: string | null
  onceKey: string | null
  topic: string | null
  isShown: boolean
  mailWaits: boolean
}

/** Null if the same notice was written before, or an unread one of the same topic exists. */
export async function insertNotice(db: Db, notice: NewNotice, now: Date): Promise<number | null> {
  const row = await db
    .insertInto('notice')
    .values({
      person_id: notice.personId,
      kind: notice.kind,
      template: notice.template,
      text_values: JSON.stringify(notice.values),
      link: notice.link,
      once_key: notice.onceKey,
      topic: notice.topic,
      is_shown: notice.isShown,
      mail_waits: notice.mailWaits,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const shownColumns = [
  'id',
  'kind',
  'template',
  'text_values as values',
  'link',
  'created_at as createdAt',
  'read_at as readAt',
] as const

export type NoticeRow = Awaited<ReturnType<typeof findNotices>>[number]

/** Newest first; only those older than `before`, if given. */
export function findNotices(db: Db, personId: number, { before, limit }: { before?: number | undefined; limit?: number }) {
  let query = db
    .selectFrom('notice')
    .select(shownColumns)
    .where('person_id', '=', personId)
    .where('is_shown', '=', true)
    .orderBy('id', 'desc')
  if (before !== undefined) query = query.where('id', '<', before)
  if (limit !== undefined) query = query.limit(limit)
  return query.execute()
}

export async function countUnread(db: Db, personId: number): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('is_shown', '=', true)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Only shown notices: people who chose mail or devices only have not seen theirs here. */
export async function updateNoticesRead(db: Db, personId: number, upTo: number, now: Date): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: now })
    .where('person_id', '=', personId)
    .where('id', '<=', upTo)
    .where('is_shown', '=', true)
    .where('read_at', 'is', null)
    .execute()
}

/** False if nothing of the topic was unread. */
export async function updateTopicRead(db: Db, personId: number, topic: string, now: Date): Promise<boolean> {
  const rows = await db
    .updateTable('notice')
    .set({ read_at: now })
    .where('person_id', '=', personId)
    .where('topic', '=', topic)
    .where('read_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** False if there was none. */
export async function deleteTopic(db: Db, personId: number, topic: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('notice')
    .where('person_id', '=', personId)
    .where('topic', '=', topic)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** The person's unread notices, oldest first. */
export async function findUnreadByIds(db: Db, personId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('notice')
    .select([...shownColumns, 'topic'])
    .where('person_id', '=', personId)
    .where('id', 'in', ids)
    .where('read_at', 'is', null)
    .orderBy('id')
    .execute()
}

export type Choice = { kind: ChosenKind; inApp: boolean; email: boolean; push: boolean }

/** Only stored choices; a kind without a row uses its default. */
export async function findChoices(db: Db, personId: number): Promise<Choice[]> {
  const rows = await db.selectFrom('notice_choice').selectAll().where('person_id', '=', personId).execute()
  return rows.flatMap(({ kind, in_app: inApp, by_email: email, by_push: push }) => {
    // Ignore kinds from a later version.
    const known = ChosenKind.safeParse(kind)
    return known.success ? [{ kind: known.data, inApp, email, push }] : []
  })
}

export async function upsertChoice(db: Db, personId: number, { kind, inApp, email, push }: Choice): Promise<void> {
  const chosen = { in_app: inApp, by_email: email, by_push: push }
  await db
    .insertInto('notice_choice')
    .values({ person_id: personId, kind, ...chosen })
    .onConflict((conflict) => conflict.columns(['person_id', 'kind']).doUpdateSet(chosen))
    .execute()
}

/** Returns the number deleted; at most `limit` at a time, so that no statement takes long. */
export async function deleteOldNotices(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('notice').select('id').where('created_at', '<', before).limit(limit)
  const result = await db.deleteFrom('notice').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Removes titles from notices that link there, except those in `exceptTitles`. */
export async function updateTitlesWiped(db: Db, linkStart: string, exceptTitles: readonly string[]): Promise<void> {
  await sql`
    update notice set text_values = jsonb_set(text_values, '{title}', '"-"')
    where kind = 'calendar' and starts_with(link, ${linkStart}) and text_values ? 'title'
      and not (text_values ->> 'title' = any(${[...exceptTitles]}::text[]))`.execute(db)
}

/** Removes the name of a person from notices that name them as `who`. */
export async function updateNamesWiped(db: Db, personId: number, templates: readonly string[]): Promise<void> {
  await sql`
    update notice set text_values = jsonb_set(text_values, '{who}', '"-"')
    where template = any(${[...templates]}::text[]) and text_values ->> 'whoId' = ${String(personId)}`.execute(db)
}

export async function findTeamNotices(db: Db, personId: number) {
  const rows = await db
    .selectFrom('notice')
    .select(['id', 'topic', 'text_values as values'])
    .where('person_id', '=', personId)
    .where('kind', '=', 'team')
    .execute()
  return rows.flatMap(({ topic, ...row }) => (topic === null ? [] : [{ ...row, topic }]))
}

/** Everyone who has such a notice. */
export async function findTeamReaders(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('notice').select('person_id as id').distinct().where('kind', '=', 'team').execute()
  return rows.map(({ id }) => id)
}

export async function updateTeamNotice(db: Db, id: number, values: object): Promise<void> {
  await db
    .updateTable('notice')
    .set({ text_values: JSON.stringify(values) })
    .where('id', '=', id)
    .execute()
}

export async function deleteTeamNotice(db: Db, id: number): Promise<void> {
  await db.deleteFrom('notice').where('id', '=', id).execute()
}

export async function deleteNoticesOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('notice').where('person_id', '=', personId).execute()
  await db.deleteFrom('notice_choice').where('person_id', '=', personId).execute()
  await db.deleteFrom('notice_quiet_hours').where('person_id', '=', personId).execute()
}
